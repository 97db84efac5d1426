/** What a second factor confirms, and how it is removed. */
import { describe, expect, test } from "vitest";
import { CODE_REQUIRED, WRONG_CODE } from "~/schemas/second-factor";
import { scheduleDeletion } from "~/services/account-deletion/account-deletion.server";
import { authenticate } from "~/services/accounts/accounts.server";
import { removeFactorsByEmail } from "~/services/accounts/admin.server";
import { requestEmailChange } from "~/services/accounts/email.server";
import { changePassword } from "~/services/accounts/new-password.server";
import {
  beginAddingPasskey,
  readPasskeys,
  removeOwnPasskey,
} from "~/services/accounts/passkeys.server";
import { readSecondFactor, removeOwnSecondFactor } from "~/services/accounts/second-factor.server";
import { makeToken } from "~/services/accounts/sessions.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { useInbox } from "../../setup/inbox";
import { messageOf } from "../../setup/outcomes";
import { addDevice } from "../../setup/passkeys";
import { HERE as here, logIn, PASSWORD } from "../../setup/people";
import {
  codeOf,
  readEventKinds,
  somebodyWithFactor,
  useStandingTime,
} from "../../setup/second-factor";

useEnvironment({
  APP_ORIGIN: "https://site.example",
  RATE_LIMITS: "on",
  RATE_LIMIT_CODES: "8",
});
useDatabase();
useStandingTime();

const inbox = useInbox();

describe("with it", () => {
  interface Confirmed {
    currentPassword: string;
    code?: string;
  }
  type Somebody = Awaited<ReturnType<typeof somebodyWithFactor>>;

  const changes: [string, (person: Somebody, confirmed: Confirmed) => Promise<unknown>][] = [
    [
      "a token",
      ({ viewer }, confirmed) =>
        makeToken(viewer, { name: "x", scope: "write", days: 365, ...confirmed }, here),
    ],
    [
      "a new address",
      ({ viewer }, confirmed) =>
        requestEmailChange(viewer, { email: "new@example.net", ...confirmed }, here),
    ],
    [
      "a new password",
      ({ viewer, browser }, confirmed) =>
        changePassword(
          viewer,
          { password: "a fresh lantern #9", ...confirmed },
          { ...here, signInId: browser.session.signInId },
        ),
    ],
    [
      "the deletion of the account",
      ({ viewer }, confirmed) =>
        scheduleDeletion(viewer, { content: "delete", ...confirmed }, here),
    ],
    ["a new passkey", ({ viewer }, confirmed) => beginAddingPasskey(viewer, confirmed, here)],
    [
      "removing a passkey",
      async ({ viewer }, confirmed) => {
        const [passkey] = await readPasskeys(viewer);
        await removeOwnPasskey(viewer, { passkey: passkey!.id, ...confirmed }, here);
      },
    ],
  ];

  const stored = () =>
    Promise.all(
      ["users", "sessions", "account-links", "passkeys", "pending-steps"].map((name) =>
        collection(name).find().toArray(),
      ),
    );

  test.each(changes)("%s needs a code, which is then used up", async (what, change) => {
    const person = await somebodyWithFactor();
    await addDevice(person.viewer);
    const before = await stored();
    const attempt = (code?: string) => change(person, { currentPassword: PASSWORD, code });
    const code = codeOf(person.secret);
    const wrong: [string | undefined, string][] = [
      [undefined, CODE_REQUIRED],
      ["000000", WRONG_CODE],
    ];
    // How a code is checked is the same for all.
    if (what === "a token") {
      const other = await somebodyWithFactor();
      wrong.push(["", WRONG_CODE], [codeOf(other.secret), WRONG_CODE]);
    }
    for (const [typed, message] of wrong) {
      await expect(attempt(typed)).rejects.toMatchObject({
        kind: "invalid",
        details: { fieldErrors: { code: [message] } },
      });
    }
    const wrongPassword = change(person, { currentPassword: "wrong guess!", code });
    await expect(wrongPassword).rejects.toMatchObject({
      details: { fieldErrors: { currentPassword: [expect.any(String)] } },
    });
    const others = (rows: object[][]) =>
      JSON.stringify(
        rows.map((list) => list.filter((row) => JSON.stringify(row).includes(person.viewer.id))),
      );
    expect(others(await stored()), "nothing has changed").toBe(others(before));
    await attempt(code);
    expect(others(await stored())).not.toBe(others(before));
    const again = removeOwnSecondFactor(
      person.viewer,
      { currentPassword: PASSWORD, code },
      person.browser,
    );
    await expect(again).rejects.toMatchObject({ kind: "invalid" });
  });

  test("any of them can be confirmed by a recovery code", async () => {
    const person = await somebodyWithFactor();
    const [, change] = changes[0]!;
    const confirmed = { currentPassword: PASSWORD, code: person.codes[0] };
    expect(await messageOf(change(person, confirmed))).toBe("done");
    expect(await readSecondFactor(person.viewer)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  test("codes can be guessed eight times, whatever they are to confirm", async () => {
    const person = await somebodyWithFactor();
    await addDevice(person.viewer);
    const guess = (i: number) =>
      messageOf(
        changes[i % changes.length]![1](person, { currentPassword: PASSWORD, code: "000000" }),
      );
    const guesses = [];
    for (let i = 0; i < 11; i += 1) guesses.push(await guess(i));
    expect(guesses.slice(0, 9)).toEqual(Array(9).fill(WRONG_CODE));
    expect(guesses[10]).toMatch(/^Too many requests/);
    expect(await readEventKinds()).toEqual(
      expect.arrayContaining(["code-refused", "limit-exceeded"]),
    );
    const { email, secret } = person;
    const signingIn = await logIn(email, PASSWORD, codeOf(secret));
    expect(signingIn, "nor to sign in").toMatch(/^Too many requests/);
  });

  test("a code is not used up for a password that is refused, or for no code", async () => {
    const { viewer, secret } = await somebodyWithFactor();
    const code = codeOf(secret);
    const input = { password: "P@ssw0rd", currentPassword: PASSWORD, code };
    const context = { ...here, signInId: null };
    expect(await messageOf(changePassword(viewer, input, context))).toMatch(/invalid/);
    for (let i = 0; i < 9; i += 1) {
      const forgotten = { content: "keep", currentPassword: PASSWORD } as const;
      expect(await messageOf(scheduleDeletion(viewer, forgotten, here))).toBe(CODE_REQUIRED);
    }
    expect(
      await messageOf(changePassword(viewer, { ...input, password: "a lantern #9" }, context)),
    ).toBe("done");
  });
});

describe("removing it", () => {
  test("needs the password and a code, and then the password alone signs in", async () => {
    const { viewer, browser, secret, email, token } = await somebodyWithFactor();
    const input = { currentPassword: PASSWORD, code: "000000" };
    expect(await messageOf(removeOwnSecondFactor(viewer, input, browser))).toBe(WRONG_CODE);
    await removeOwnSecondFactor(viewer, { ...input, code: codeOf(secret) }, browser);
    expect(await readSecondFactor(viewer)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await logIn(email, PASSWORD)).toBe("done");
    expect(await authenticate(token, "token"), "sessions stay").not.toBeNull();
    expect(await inbox.subjects()).toContain("Your second factor was removed at Quorum");
    const again = removeOwnSecondFactor(viewer, input, browser);
    await expect(again).rejects.toMatchObject({ kind: "conflict" });
  });

  test("is possible for the operator, and the owner is notified", async () => {
    const { email } = await somebodyWithFactor();
    expect(await removeFactorsByEmail(email.toUpperCase())).toMatchObject({
      hadSecondFactor: true,
      passkeys: 0,
    });
    expect(await removeFactorsByEmail(email)).toMatchObject({
      hadSecondFactor: false,
      passkeys: 0,
    });
    expect(await logIn(email, PASSWORD)).toBe("done");
    const removed = (await inbox.subjects()).filter((subject) =>
      /factor was removed/.test(subject),
    );
    expect(removed).toHaveLength(1);
    const nobody = removeFactorsByEmail("nobody@example.org");
    await expect(nobody).rejects.toMatchObject({ kind: "notFound" });
  });
});
