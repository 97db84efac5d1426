/** Authenticator apps for users in tests. */
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, vi } from "vitest";
import { newSignInId, type ActiveSession } from "~/models/session.server";
import { startSetUp, finishSetUp } from "~/models/second-factor.server";
import type { Viewer } from "~/domain/viewer";
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
} from "~/services/accounts/codes.server";
import { authenticate } from "~/services/accounts/accounts.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { collection } from "./database";
import { HERE, signUpSomebody } from "./people";

/** @returns the code that an app with this secret shows now, or `stepsLater` periods of 30 seconds later */
export const codeOf = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsLater * 30_000,
  });

/** Turns two-factor sign-in on for a user. @returns the secret of the app, and the recovery codes */
export async function addSecondFactor(user: Viewer): Promise<{ secret: string; codes: string[] }> {
  const setUp = { userId: user.id, sessionId: newSignInId(), secret: newTotpSecret() };
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((code) => hashRecoveryCode(user.id, code));
  await startSetUp({ ...setUp, endsAt: new Date(Date.now() + 60_000) });
  if (!(await finishSetUp({ ...setUp, step: 0, recoveryCodes }))) throw new Error("It is on.");
  return { secret: setUp.secret, codes };
}

/** Lets the time stand still in each test. @returns what advances it by some seconds */
export function useStandingTime(): (seconds: number) => void {
  let now = new Date("2026-11-23T12:00:00Z").getTime();
  beforeEach(() => {
    now += 3_600_000;
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => void vi.useRealTimers());
  return (seconds) => void vi.setSystemTime((now += seconds * 1000));
}

/** @returns the kinds of all events */
export async function readEventKinds(): Promise<string[]> {
  await storeCollectedEvents();
  return (await collection("events").find().toArray()).map(({ kind }) => String(kind));
}

/** Signs up a user. @returns the user, and the contexts of both sessions */
export async function somebody() {
  const person = await signUpSomebody({ isProven: true });
  const context = async (secret: string, kind: "browser" | "token") => {
    const session: ActiveSession = (await authenticate(secret, kind))!.session;
    return { ...HERE, session };
  };
  const browser = await context(person.browserSecret, "browser");
  return { ...person, browser, otherSession: await context(person.token, "token") };
}

/** Signs up a user with a second factor, whose app already shows another code than the one used to set it up. */
export async function somebodyWithFactor() {
  const person = await somebody();
  return { ...person, ...(await addSecondFactor(person.viewer)) };
}
