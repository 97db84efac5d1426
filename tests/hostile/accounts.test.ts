/** More passwords at once than the site can hash. The limits of each account and address are tested with the services. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { PASSWORD } from "../setup/people";
import { useSite } from "../setup/site";

/** Without rate limits, so that all passwords arrive at the same time. */
const site = useSite({ RATE_LIMITS: "off", TRUST_PROXY: "1" });

/** Three times as many as have a place in the queue. */
const numbers = Array.from({ length: 150 }, (_, i) => i);
const formOf = (i: number) => ({
  email: `flood${i}@example.org`,
  name: `Flood${i}x`,
  password: PASSWORD,
});

/** Posts from an address of its own. */
const post = (path: string, i: number, body: RequestInit["body"], type?: string) =>
  fetch(site().origin + path, {
    method: "POST",
    headers: {
      "X-Forwarded-For": `203.0.${i >> 8}.${i & 255}`,
      Origin: site().origin,
      ...(type && { "Content-Type": type }),
    },
    body,
    redirect: "manual",
  });
const signUpByCall = (i: number) =>
  post("/api/auth/signup", i, JSON.stringify(formOf(i)), "application/json");
const signUpByForm = (i: number) =>
  post("/signup", i, new URLSearchParams({ ...formOf(i), confirmPassword: PASSWORD }));

/** Does something while `/healthz` is asked, which must not fail once. */
async function whileHealthy<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  while (!isOver) {
    expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
    await delay(20);
  }
  return working;
}

const isRefused = ({ status }: Response) => status === 503;

test("more sign-ups at once than have a place are refused over the queue of hashes, and the site keeps responding", async () => {
  const flood = async (first: number) => {
    // They arrive while the process is stopped, so that it finds all at once.
    process.kill(site().pid, "SIGSTOP");
    const answers = Promise.all([
      Promise.all(numbers.map((i) => signUpByCall(first + i))),
      Promise.all(numbers.slice(0, 20).map((i) => signUpByForm(first + numbers.length + i))),
    ]);
    await delay(500);
    process.kill(site().pid, "SIGCONT");
    return answers;
  };
  let [first, called, posted] = [0, [] as Response[], [] as Response[]];
  // A busy machine may send them so slowly that each finds a place in the queue.
  while (!posted.some(isRefused)) {
    first += 1_000;
    [called, posted] = await whileHealthy(() => flood(first));
  }
  // How many are refused depends on how fast they arrive; the tests of the service check the exact bound.
  const made = [...called, ...posted].filter(({ status }) => [201, 302].includes(status));
  expect(made.length).toBeGreaterThanOrEqual(52);
  for (const answer of called.filter(({ status }) => status !== 201)) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await answer.json()).toEqual({
      error: "Too many people are signing in just now. Please try again in 5 seconds.",
    });
  }
  // A refused form keeps what was typed except the password.
  for (const [i, answer] of posted.entries()) {
    if (answer.status === 302) continue;
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    const { email, name } = formOf(first + numbers.length + i);
    const text = await answer.text();
    expect(text).toContain(`value="${email}"`);
    expect(text).toContain(`value="${name}"`);
    expect(text).not.toContain(PASSWORD);
    expect(text).toContain("Too many people are signing in just now.");
  }
  expect((await signUpByCall(0)).status, "afterwards").toBe(201);
});
