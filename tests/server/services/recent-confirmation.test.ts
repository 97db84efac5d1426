import { addMinutes } from "date-fns/addMinutes";
import { addSeconds } from "date-fns/addSeconds";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RecentConfirmationInput } from "~/schemas/second-factor";
import { authenticate, restoreBrowser } from "~/services/accounts/accounts.server";
import {
  beginPasskeyConfirmation,
  finishPasskeyConfirmation,
  readConfirmationState,
  requireRecentConfirmation,
} from "~/services/accounts/recent-confirmation.server";
import { collection, useDatabase } from "../../setup/database";
import { messageOf } from "../../setup/outcomes";
import { addDevice } from "../../setup/passkeys";
import { HERE as here, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor, codeOf } from "../../setup/second-factor";

useDatabase();

const START = new Date("2026-03-01T12:00:00Z");
const DUE = addSeconds(addMinutes(START, 10), 1);
const CONFIRM = /please confirm that it is you/;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

type Person = Awaited<ReturnType<typeof signUpSomebody>>;

const acting = async ({ browserSecret }: Person) =>
  (await authenticate(browserSecret, "browser")) ?? { viewer: null, session: null };

/** @returns how it ended that a person acts with their cookie */
const act = async (person: Person, confirmation: RecentConfirmationInput = {}) =>
  messageOf(requireRecentConfirmation(await acting(person), confirmation, here));

describe("an act needs no confirmation", () => {
  test("within ten minutes after signing in", async () => {
    const person = await signUpSomebody();
    vi.setSystemTime(addMinutes(START, 10));
    expect(await act(person)).toBe("done");
    vi.setSystemTime(DUE);
    expect(await act(person)).toMatch(CONFIRM);
  });

  test("within ten minutes after a confirmation, even if a wrong password is sent along", async () => {
    const person = await signUpSomebody();
    vi.setSystemTime(DUE);
    expect(await act(person, { currentPassword: PASSWORD })).toBe("done");
    expect(await act(person, { currentPassword: "wrong" })).toBe("done");
    vi.setSystemTime(addMinutes(DUE, 10));
    expect(await act(person)).toBe("done");
    vi.setSystemTime(addSeconds(addMinutes(DUE, 10), 1));
    expect(await act(person)).toMatch(CONFIRM);
  });
});

describe("a confirmation that is due", () => {
  test("is refused as forbidden, with the message beside the field", async () => {
    const person = await signUpSomebody();
    vi.setSystemTime(DUE);
    const refusal = requireRecentConfirmation(await acting(person), {}, here);
    await expect(refusal).rejects.toMatchObject({
      kind: "forbidden",
      details: { fieldErrors: { currentPassword: [expect.stringMatching(CONFIRM)] } },
    });
    expect(await collection("sessions").countDocuments({ confirmedAt: { $exists: true } })).toBe(0);
  });

  test("needs the right password", async () => {
    const person = await signUpSomebody();
    vi.setSystemTime(DUE);
    expect(await act(person, { currentPassword: "wrong horse 2!" })).toMatch("not your password");
    expect(await act(person, { code: "123456" })).toMatch(CONFIRM);
    expect(await act(person), "still due").toMatch(CONFIRM);
  });

  test("needs a code as well if the account has a second factor", async () => {
    const person = await signUpSomebody();
    const { secret } = await addSecondFactor(person.viewer);
    vi.setSystemTime(DUE);
    expect(await act(person, { currentPassword: PASSWORD })).toMatch("has a second factor");
    expect(await act(person, { currentPassword: PASSWORD, code: "000000" })).toMatch("is wrong");
    expect(await act(person, { currentPassword: PASSWORD, code: codeOf(secret) })).toBe("done");
    expect(await act(person)).toBe("done");
  });

  test("is of one session: another of the same account asks for its own", async () => {
    const person = await signUpSomebody();
    const tab = await authenticate(person.token, "token");
    vi.setSystemTime(DUE);
    await act(person, { currentPassword: PASSWORD });
    const browserSecret = await restoreBrowser(tab!, here);
    expect(await act({ ...person, browserSecret: browserSecret! })).toMatch(CONFIRM);
  });

  test("is not given by a token, nor by a visitor", async () => {
    const { token } = await signUpSomebody();
    const byToken = (await authenticate(token, "token"))!;
    const visitor = { viewer: null, session: null };
    for (const who of [byToken, visitor]) {
      expect(await messageOf(requireRecentConfirmation(who, {}, here))).toMatch("Authentication");
      expect(await messageOf(beginPasskeyConfirmation(who, here.origin))).toMatch("Authentication");
    }
  });
});

describe("a passkey", () => {
  async function confirm(
    person: Person,
    sign: Awaited<ReturnType<typeof addDevice>>,
    by: Person = person,
  ) {
    const { options, step } = await beginPasskeyConfirmation(await acting(person), here.origin);
    const response = sign({ challenge: options.challenge });
    const use = { response, origin: here.origin };
    return messageOf(finishPasskeyConfirmation(await acting(by), step, use));
  }

  test("confirms instead of the password", async () => {
    const person = await signUpSomebody();
    const device = await addDevice(person.viewer);
    vi.setSystemTime(DUE);
    const state = { isDue: true, takesCode: false, hasPasskeys: true };
    expect(await readConfirmationState(await acting(person), here.origin)).toEqual(state);
    expect(await confirm(person, device)).toBe("done");
    expect(await act(person)).toBe("done");
    expect((await readConfirmationState(await acting(person), here.origin)).isDue).toBe(false);
  });

  test("of somebody else confirms nothing, nor does a step that somebody else has begun", async () => {
    const [person, other] = [await signUpSomebody(), await signUpSomebody()];
    const device = await addDevice(other.viewer);
    vi.setSystemTime(DUE);
    expect(await confirm(person, device)).toMatch("cannot be used");
    expect(await confirm(person, device, other)).toMatch(/^Please sign in again/);
    expect(await act(person)).toMatch(CONFIRM);
    expect(await act(other)).toMatch(CONFIRM);
  });
});
