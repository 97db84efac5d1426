/** Attacks on accounts: guesses from many addresses, and more passwords at once than the site can hash. */
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../setup/people";
import { useSite } from "../setup/site";

const limited = useSite({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
/** Without rate limits, so that all passwords arrive at the same time. */
const unlimited = useSite({ RATE_LIMITS: "off", TRUST_PROXY: "1" });
let site = limited;

let addresses = 0;
const newAddress = () => `203.0.${(addresses += 1) >> 8}.${addresses & 255}`;

interface Options {
  address?: string;
  body: Record<string, string>;
}

async function call(path: string, { address = newAddress(), body }: Options) {
  const response = await fetch(site().origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
    body: JSON.stringify(body),
  });
  const { headers, status } = response;
  return { status, headers, answer: (await response.json()) as { error?: string } };
}

const signUp = (name: string, address?: string) =>
  call("/api/auth/signup", {
    address,
    body: { email: `${name}@example.org`, name, password: PASSWORD },
  });

const signIn = (email: string, password: string, address?: string) =>
  call("/api/auth/login", { address, body: { email, password } });

describe("an account that is attacked from many addresses", () => {
  const OWNER = "198.51.100.7";

  async function guess(email: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const { status, headers } = await signIn(email, `wrong guess ${i}!`);
      if (status === 429) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
      statuses.push(status);
    }
    return statuses;
  }

  test("allows a few guesses, while its owner can always sign in", async () => {
    expect((await signUp("Mara", OWNER)).status).toBe(201);
    const email = "mara@example.org";
    const statuses = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push(...(await guess(email, 15)));
      expect((await signIn(email, PASSWORD, OWNER)).status).toBe(200);
    }
    const letIn = statuses.filter((status) => status === 401).length;
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    // Ten, one that starts the first pause, and some more between the growing pauses if this takes long.
    expect(letIn).toBeGreaterThanOrEqual(11);
    expect(letIn).toBeLessThanOrEqual(20);
    expect((await signIn(email, "wrong guess!", OWNER)).status).toBe(401);
  });

  test("responds like one that does not exist", async () => {
    expect((await signUp("Nora", OWNER)).status).toBe(201);
    const [known, unknown] = ["nora@example.org", "nobody@example.org"];
    expect(await guess(unknown, 11)).toEqual(await guess(known, 11));
    const refusals = [];
    for (const email of [known, unknown]) {
      // The last guess has started a short pause, which may be over.
      let refusal = await signIn(email, "wrong guess!");
      while (refusal.status !== 429) refusal = await signIn(email, "wrong guess!");
      expect(refusal.answer.error).toMatch(
        /^Too many requests\. Please try again in \d+ seconds?\.$/,
      );
      refusals.push([Object.keys(refusal.answer), [...refusal.headers.keys()]]);
    }
    expect(refusals[0]).toEqual(refusals[1]);
  });

  test("allows a whole IPv6 network no more guesses than one address", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const address = `2001:db8:1:${i.toString(16)}::1`;
      statuses.push((await signIn("ida@example.org", "wrong guess!", address)).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(16);
  });
});

describe("with two hundred requests at once", () => {
  beforeAll(() => {
    site = unlimited;
  });

  /** Polls /healthz until `signal` is aborted. @returns the number of requests and of failures */
  async function watchHealth(signal: AbortSignal): Promise<{ count: number; failures: number }> {
    const seen = { count: 0, failures: 0 };
    while (!signal.aborted) {
      const isFine = await fetch(`${site().origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      seen.count += 1;
      if (!isFine) seen.failures += 1;
      await delay(20);
    }
    return seen;
  }

  async function whileWatched<Result>(work: () => Promise<Result>): Promise<Result> {
    const ending = new AbortController();
    const watching = watchHealth(ending.signal);
    const result = await work().finally(() => ending.abort());
    const { count, failures } = await watching;
    expect(count).toBeGreaterThan(1);
    expect(failures).toBe(0);
    return result;
  }

  const numbers = Array.from({ length: 200 }, (_, i) => i);

  test.each([
    ["sign up", (i: number) => signUp(`Flood${i}x`), 201],
    ["sign in", (i: number) => signIn(`nobody${i}@example.org`, "wrong guess!"), 401],
  ])(
    "attempts to %s over the queue of hashes are refused, and the site keeps responding",
    async (_, ask, done) => {
      const answers = await whileWatched(() => Promise.all(numbers.map(ask)));
      const refused = answers.filter(({ status }) => status === 503);
      // How many are refused depends on how fast they arrive; the tests of the service check the exact bound.
      expect(answers.filter(({ status }) => status === done).length).toBeGreaterThanOrEqual(52);
      expect(answers.filter(({ status }) => status !== done && status !== 503)).toEqual([]);
      for (const { headers, answer } of refused) {
        expect(headers.get("Retry-After")).toBe("5");
        expect(answer).toEqual({
          error: "Too many people are signing in just now. Please try again in 5 seconds.",
        });
      }
      expect((await ask(1_000)).status, "afterwards").toBe(done);
    },
  );

  test("a refused form keeps what was typed except the password", async () => {
    const post = async (i: number) => {
      const form = { email: `form${i}@example.org`, name: `Form${i}x`, password: PASSWORD };
      const response = await fetch(`${site().origin}/signup`, {
        method: "POST",
        headers: { "X-Forwarded-For": newAddress(), Origin: site().origin },
        body: new URLSearchParams({ ...form, confirmPassword: PASSWORD }),
        redirect: "manual",
      });
      return { ...form, response, text: await response.text() };
    };
    const flood = Promise.all(numbers.map((i) => signIn(`form${i}@example.org`, "wrong guess!")));
    const posted = await whileWatched(() => Promise.all(numbers.slice(0, 50).map(post)));
    await flood;
    const refused = posted.filter(({ response }) => response.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { response, text, email, name } of refused) {
      expect(response.headers.get("Retry-After")).toBe("5");
      expect(response.headers.get("Cache-Control")).toContain("no-store");
      expect(text).toContain(`value="${email}"`);
      expect(text).toContain(`value="${name}"`);
      expect(text).not.toContain(PASSWORD);
      expect(text).toContain("Too many people are signing in just now.");
    }
    expect(new Set(posted.map(({ response }) => response.status))).toEqual(new Set([302, 503]));
  });
});
