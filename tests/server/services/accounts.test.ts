import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  authenticate,
  restoreBrowser,
  signIn,
  signOut,
  signUp,
  type Authenticated,
} from "~/services/accounts/accounts.server";
import { changePassword } from "~/services/accounts/admin.server";
import type { ServiceError } from "~/services/errors";
import { hashPassword, verifyPassword } from "~/services/accounts/passwords.server";
import { collection, useDatabase } from "../../setup/database";
import { HERE, PASSWORD, signUpSomebody } from "../../setup/people";

useDatabase();

/** A hook that runs while a password is being verified. */
const whileVerifying = vi.hoisted(() => ({ act: async () => {} }));
/** The hashes that passwords were verified with, and how many operations ran at once. */
const work = vi.hoisted(() => ({ verifiedWith: [] as string[], underWay: 0, most: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  const counted = <Result>(result: Promise<Result>): Promise<Result> => {
    work.most = Math.max(work.most, (work.underWay += 1));
    return result.finally(() => (work.underWay -= 1));
  };
  const verify = async (hash: string, password: string) => {
    work.verifiedWith.push(hash);
    await whileVerifying.act();
    return argon2.verify(hash, password);
  };
  return {
    ...argon2,
    hash: (...given: Parameters<typeof argon2.hash>) => counted(argon2.hash(...given)),
    verify: (hash: string, password: string) => counted(verify(hash, password)),
  };
});
beforeEach(() => {
  whileVerifying.act = async () => {};
  Object.assign(work, { verifiedWith: [], most: 0 });
});

const here = { ...HERE, kinds: ["browser", "token"] } as const;
const users = () => collection("users");
const sessions = () => collection("sessions");

async function tokenSession(token: string): Promise<Authenticated> {
  const found = await authenticate(token, "token");
  if (!found) throw new Error("the token is worth nothing");
  return found;
}

describe("signing up", () => {
  test("creates an account and signs it in", async () => {
    const input = { email: "mara@example.org", name: "Mara", password: PASSWORD };
    const { viewer, secrets } = await signUp(input, here);
    expect(viewer).toEqual({
      id: expect.any(String),
      createdAt: expect.any(Date),
      email: "mara@example.org",
      name: "Mara",
      isMember: false,
      hasProvenEmail: false,
    });
    expect((await authenticate(secrets.browser, "browser"))?.viewer).toEqual(viewer);
    expect((await authenticate(secrets.token, "token"))?.viewer).toEqual(viewer);
  });

  test("fails with the same message for a taken email and a taken name", async () => {
    const { email } = await signUpSomebody({ name: "Mara" });
    const refused = {
      name: "ServiceError",
      kind: "conflict",
      message: "Signup failed",
      details: {},
    };
    const again = (fields: { email: string; name: string }) =>
      signUp({ ...fields, password: PASSWORD }, here);
    await expect(again({ email, name: "Other" })).rejects.toMatchObject(refused);
    await expect(again({ email: "other@example.org", name: "mARA" })).rejects.toMatchObject(
      refused,
    );
    expect(await users().countDocuments()).toBe(1);
  });

  test("creates one account for simultaneous requests with one email", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        signUp(
          { email: "mara@example.org", name: `Mara${i}`, password: PASSWORD },
          { ...here, address: `192.0.2.${i}` },
        ),
      ),
    );
    const failures = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as Error).message] : [],
    );
    expect(failures).toEqual(Array(7).fill("Signup failed"));
    expect(await users().countDocuments()).toBe(1);
  });

  test("stores only an Argon2id hash of the password", async () => {
    await signUpSomebody({ password: "unmistakable!" });
    const user = await users().findOne({});
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(user)).not.toContain("unmistakable");
  });
});

describe("signing in", () => {
  test("fails with the same message for an unknown email and a wrong password", async () => {
    const { email } = await signUpSomebody();
    const refused = {
      name: "ServiceError",
      kind: "unauthenticated",
      message: "Login failed",
      details: {},
    };
    const wrong = { email, password: "correct horse battery?" };
    const unknown = { email: "nobody@example.org", password: PASSWORD };
    await expect(signIn(wrong, here)).rejects.toMatchObject(refused);
    await expect(signIn(unknown, here)).rejects.toMatchObject(refused);
  });

  test("needs the exact password, including case and spaces", async () => {
    const { email } = await signUpSomebody({ password: " Correct horse! " });
    for (const password of [" correct horse! ", "Correct horse!", " Correct horse!"])
      await expect(signIn({ email, password }, here)).rejects.toThrow("Login failed");
    await expect(signIn({ email, password: " Correct horse! " }, here)).resolves.toBeDefined();
  });

  test("distinguishes passwords that differ after their first 72 bytes", async () => {
    const long = `correct horse battery, ${"and so on, ".repeat(8)}`;
    const { email } = await signUpSomebody({ password: `${long}a` });
    await expect(signIn({ email, password: `${long}b` }, here)).rejects.toThrow("Login failed");
    await expect(signIn({ email, password: long }, here)).rejects.toThrow("Login failed");
    await expect(signIn({ email, password: `${long}a` }, here)).resolves.toBeDefined();
  });
});

describe("a sign-in in progress", () => {
  test("fails when the password is changed meanwhile, which ends all sessions", async () => {
    const { email, password } = await signUpSomebody();
    whileVerifying.act = async () => {
      await changePassword(email, "another password!");
    };
    await expect(signIn({ email, password }, here)).rejects.toThrow("Login failed");
    expect(await sessions().countDocuments()).toBe(0);
    whileVerifying.act = async () => {};
    await expect(signIn({ email, password: "another password!" }, here)).resolves.toBeDefined();
  });

  test("fails when the account is deleted meanwhile", async () => {
    const { email, password } = await signUpSomebody();
    const before = await sessions().countDocuments();
    whileVerifying.act = async () => {
      await users().deleteOne({ email });
    };
    await expect(signIn({ email, password }, here)).rejects.toThrow("Login failed");
    expect(await sessions().countDocuments()).toBe(before);
  });
});

test("a password with several Unicode spellings is accepted in all of them", async () => {
  const composed = "caf\u00e9 au lait!";
  const decomposed = "cafe\u0301 au lait!";
  const { email } = await signUpSomebody({ password: decomposed });
  await expect(signIn({ email, password: composed }, here)).resolves.toBeDefined();
  await expect(signIn({ email, password: decomposed }, here)).resolves.toBeDefined();
});

describe("the queue of password hashing", () => {
  /**
   * Starts `count` sign-ins while none can proceed.
   *
   * @returns how many were refused because the queue was full
   */
  async function refused(
    { count, expected }: { count: number; expected: number },
    addressOf: (i: number) => string,
  ): Promise<number> {
    let getOn = () => {};
    const held = new Promise<void>((resolve) => (getOn = resolve));
    whileVerifying.act = () => held;
    const errors: ServiceError[] = [];
    const signIns = Array.from({ length: count }, (_, i) =>
      signIn(
        { email: `nobody${i}@example.org`, password: PASSWORD },
        { ...here, address: addressOf(i) },
      ).catch((error: ServiceError) => errors.push(error)),
    );
    await vi.waitFor(() => expect(errors.length).toBeGreaterThanOrEqual(expected), 60_000);
    getOn();
    await Promise.all(signIns);
    const busy = errors.filter(({ kind }) => kind === "unavailable");
    for (const { message, details } of busy) {
      expect(message).toBe(
        "Too many people are signing in just now. Please try again in 5 seconds.",
      );
      expect(details).toEqual({ retryAfterSeconds: 5 });
    }
    const rest = errors.filter((error) => !busy.includes(error));
    expect(rest.map(({ message }) => message)).toEqual(Array(rest.length).fill("Login failed"));
    return busy.length;
  }

  test("has 50 places in addition to the two being hashed", async () => {
    const addressOf = (i: number) => `192.0.2.${i}`;
    expect(await refused({ count: 70, expected: 18 }, addressOf)).toBe(18);
    expect(await refused({ count: 1, expected: 0 }, addressOf), "afterwards").toBe(0);
  });

  test("has ten places for one address", async () => {
    const addressOf = () => "192.0.2.1";
    expect(await refused({ count: 15, expected: 5 }, addressOf)).toBe(5);
    expect(await refused({ count: 10, expected: 0 }, addressOf), "afterwards").toBe(0);
  });
});

test("an unknown email takes as much hashing as a wrong password, so that timing reveals nothing", async () => {
  const { email } = await signUpSomebody({ password: "a fresh lantern #9" });
  const guess = async (typed: string) => {
    work.verifiedWith = [];
    const signingIn = signIn({ email: typed, password: "wrong guess!" }, here);
    await expect(signingIn).rejects.toThrow("Login failed");
    return work.verifiedWith.map((hash) => hash.split("$").slice(0, -2));
  };
  const known = await guess(email);
  expect(known).toEqual([["", "argon2id", "v=19", "m=19456,t=2,p=1"]]);
  expect(await guess("nobody@example.org")).toEqual(known);
});

test("at most two passwords are hashed or verified at once", async () => {
  const hash = await hashPassword(PASSWORD);
  await Promise.all(
    Array.from({ length: 4 }, () => [
      hashPassword(PASSWORD),
      verifyPassword(PASSWORD, hash),
    ]).flat(),
  );
  expect(work.most).toBe(2);
});

test("signing out ends the browser session and the token of the sign-in, and no other sign-in", async () => {
  const { email, token, browserSecret } = await signUpSomebody();
  const { secrets } = await signIn({ email, password: PASSWORD }, here);
  await signOut((await tokenSession(token)).session);
  expect(await authenticate(token, "token")).toBeNull();
  expect(await authenticate(browserSecret, "browser")).toBeNull();
  expect(await authenticate(secrets.token, "token")).not.toBeNull();
  expect(await authenticate(secrets.browser, "browser")).not.toBeNull();
});

test("a browser without its cookie gets a session for a valid token, which ends with the token's sign-in", async () => {
  const { viewer, token } = await signUpSomebody();
  const signedIn = await tokenSession(token);
  const browser =
    (await restoreBrowser(signedIn, { address: "192.0.2.1", userAgent: "test" })) ?? "";
  const restored = await authenticate(browser, "browser");
  expect(restored?.viewer).toEqual(viewer);
  expect(restored?.session.signInId).toBe(signedIn.session.signInId);
  expect(await authenticate(browser, "token")).toBeNull();
  await signOut(signedIn.session);
  expect(await authenticate(browser, "browser")).toBeNull();
});
