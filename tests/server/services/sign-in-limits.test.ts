import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { signIn } from "~/services/accounts/accounts.server";
import { requestEmailChange } from "~/services/accounts/email.server";
import { requestPasswordReset } from "~/services/accounts/new-password.server";
import { pauseAfter } from "~/services/accounts/sign-in-limits.server";
import { ServiceError } from "~/services/errors";
import { useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { HERE, PASSWORD, signUpSomebody } from "../../setup/people";

// Each address is used little, so that refusals are for the account.
useEnvironment({
  RATE_LIMITS: "on",
  RATE_LIMIT_SIGN_IN_ELSEWHERE: "5",
  RATE_LIMIT_SIGN_IN_ADDRESS: "3",
  RATE_LIMIT_SIGN_UP: "2",
  RATE_LIMIT_MAILS_FROM: "2",
});
useDatabase();

let addresses = 0;
/** A new address for each guess. */
const elsewhere = () => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

async function attempt(email: string, password: string, address = elsewhere(), network?: string) {
  try {
    await signIn({ email, password }, { ...HERE, address, network });
    return { kind: "ok" as const };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { kind, message, details } = error;
    return { kind, message, wait: details.retryAfterSeconds };
  }
}

async function guesses(count: number, email: string): Promise<string[]> {
  const kinds: string[] = [];
  for (let i = 0; i < count; i += 1) kinds.push((await attempt(email, "wrong guess!")).kind);
  return kinds;
}

const limits = () => mongoose.connection.collection<{ key: string }>("limits");
const endPause = (email: string) => limits().deleteOne({ key: `signInPause:${email}` });

test("the pauses double from two seconds to a quarter of an hour", () => {
  expect([1, 2, 3, 4, 9, 10, 11, 1000].map(pauseAfter)).toEqual([
    ...[2, 4, 8, 16, 512],
    ...[900, 900, 900],
  ]);
});

describe("guesses at one account from many addresses", () => {
  const free = Array<string>(6).fill("unauthenticated");

  test("are limited after the first ones, then to one after each of the growing pauses", async () => {
    const { email } = await signUpSomebody();
    expect(await guesses(8, email)).toEqual([...free, "limited", "limited"]);
    for (const pause of [4, 8, 16]) {
      await endPause(email);
      expect((await attempt(email, "wrong guess!")).kind).toBe("unauthenticated");
      const { kind, wait } = await attempt(email, "wrong guess!");
      expect(kind).toBe("limited");
      expect(wait).toBeLessThanOrEqual(pause);
      expect(wait, "within half of it").toBeGreaterThan(pause / 2 - 2);
    }
  });

  test("do not block the owner at an address that was used before", async () => {
    const { email, address } = await signUpAt("192.0.2.77");
    await guesses(8, email);
    expect(await attempt(email, PASSWORD, address)).toEqual({ kind: "ok" });
    expect(await guesses(1, email), "and are not forgotten for that").toEqual(["limited"]);
  });

  test("allow the owner to sign in from a new address after a pause, which is then known", async () => {
    const { email } = await signUpSomebody();
    const address = elsewhere();
    await guesses(8, email);
    expect((await attempt(email, PASSWORD, address)).kind).toBe("limited");
    await endPause(email);
    expect(await attempt(email, PASSWORD, address)).toEqual({ kind: "ok" });
    expect(await attempt(email, PASSWORD, address)).toEqual({ kind: "ok" });
    await endPause(email);
    const after = ["unauthenticated", "limited"];
    expect(await guesses(2, email), "the guesses stay counted").toEqual(after);
  });

  test("get the same responses for an unknown email", async () => {
    const { email } = await signUpSomebody();
    const answers = async (typed: string) => {
      const all = [];
      for (let i = 0; i < 7; i += 1) all.push(await attempt(typed, "wrong guess!"));
      return all;
    };
    expect(await answers("nobody@example.org")).toEqual(await answers(email));
  });
});

/** @returns the email and the address of a new account */
async function signUpAt(address: string) {
  const { email } = await signUpSomebody({ address });
  return { email, address };
}

describe("an IPv6 network", () => {
  test("has four times as many sign-in attempts as one address", async () => {
    const kinds: string[] = [];
    for (let i = 0; i < 13; i += 1) {
      const from = `2001:db8:1:${i.toString(16)}::/64`;
      kinds.push((await attempt(`n${i}@example.org`, "wrong!!!", from, "2001:db8:1::/48")).kind);
    }
    expect(kinds).toEqual([...Array<string>(12).fill("unauthenticated"), "limited"]);
    const other = await attempt("n@example.org", "wrong!!!", elsewhere(), "2001:db8:2::/48");
    expect(other.kind, "another network").toBe("unauthenticated");
  });

  test("can request four times as many mails of all kinds as one address", async () => {
    const { viewer } = await signUpSomebody();
    const outcome = (asked: Promise<void>) =>
      asked.then(
        () => "ok",
        ({ kind }: ServiceError) => kind,
      );
    const from = (network: string) => ({ ...HERE, address: elsewhere(), network });
    const reset = (i: number, network: string) =>
      outcome(requestPasswordReset({ email: `r${i}@example.org` }, from(network)));
    const change = (email: string, network: string) =>
      outcome(requestEmailChange(viewer, { email, currentPassword: PASSWORD }, from(network)));
    const kinds: string[] = [await change("c1@example.org", "2001:db8:4::/48")];
    for (let i = 0; i < 8; i += 1) kinds.push(await reset(i, "2001:db8:4::/48"));
    kinds.push(await change("c2@example.org", "2001:db8:4::/48"));
    expect(kinds).toEqual([...Array<string>(8).fill("ok"), "limited", "limited"]);
    expect(await reset(8, "2001:db8:5::/48"), "another network").toBe("ok");
  });
});
