import mongoose from "mongoose";
import { describe, expect, test, vi } from "vitest";
import { environment } from "~/config/env.server";
import * as emails from "~/models/user-email.server";
import { WRONG_PASSWORD } from "~/schemas/second-factor";
import { changePassword as setPasswordOf } from "~/services/accounts/admin.server";
import { authenticate, signIn, signUp } from "~/services/accounts/accounts.server";
import {
  confirmEmailChange,
  proveEmail,
  requestEmailChange,
  restoreEmail,
} from "~/services/accounts/email.server";
import { emailOfLink, LINK_REFUSED } from "~/services/accounts/links.server";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from "~/services/accounts/new-password.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { messageOf } from "../../setup/outcomes";
import { useInbox } from "../../setup/inbox";
import { addDevice } from "../../setup/passkeys";
import { addSecondFactor } from "../../setup/second-factor";
import { HERE as here, logIn, PASSWORD, signUpSomebody } from "../../setup/people";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const NEW_PASSWORD = "a fresh lantern #9";

const inbox = useInbox();

const signUpWith = (email: string, name: string) =>
  messageOf(signUp({ email, name, password: PASSWORD }, here));

async function addProven() {
  const person = await signUpSomebody();
  await proveEmail(await inbox.secret(person.email, "/prove-email/"));
  const { viewer, session } = (await authenticate(person.browserSecret, "browser"))!;
  return { ...person, viewer, signInId: session.signInId };
}
type Person = Awaited<ReturnType<typeof addProven>>;

async function requestedSecret({ viewer }: Pick<Person, "viewer">, email: string) {
  await requestEmailChange(viewer, { email, currentPassword: PASSWORD }, here);
  return inbox.secret(email, "/change-email/");
}

async function changeAddress(person: Person, email: string): Promise<string> {
  await confirmEmailChange(await requestedSecret(person, email), here.origin);
  return inbox.secret(person.email, "/restore-email/");
}

describe("changing the password", () => {
  const change = ({ viewer, signInId }: Person, currentPassword: string, password = NEW_PASSWORD) =>
    changePassword(viewer, { currentPassword, password }, { ...here, signInId });

  test("ends the sessions and tokens of all other sign-ins, and notifies the owner", async () => {
    const person = await addProven();
    const elsewhere = await signIn(
      { email: person.email, password: PASSWORD },
      { ...here, kinds: ["browser", "token"] },
    );
    await change(person, PASSWORD);
    expect(await authenticate(elsewhere.secrets.browser, "browser")).toBeNull();
    expect(await authenticate(elsewhere.secrets.token, "token")).toBeNull();
    expect(await authenticate(person.browserSecret, "browser")).not.toBeNull();
    expect(await logIn(person.email, NEW_PASSWORD)).toBe("done");
    expect(await logIn(person.email, PASSWORD)).toBe("Login failed");
    expect((await inbox.newest()).text).toMatch(/Subject: Your password for .* was changed/);
  });

  test("needs the old password, with a limit on guesses across all sessions", async () => {
    const person = await addProven();
    const guesses = [];
    for (let i = 0; i <= environment().RATE_LIMIT_SIGN_IN_ACCOUNT; i += 1) {
      guesses.push(await messageOf(change(person, `wrong guess ${i}!`)));
    }
    expect(guesses[0]).toBe(WRONG_PASSWORD);
    expect(guesses.at(-1)).toMatch(/^Too many requests/);
    expect(await messageOf(change(person, PASSWORD))).toMatch(/^Too many requests/);
    expect(await logIn(person.email, PASSWORD)).toBe("done");
  });

  test("refuses a guessable password, and a visitor who is not signed in", async () => {
    const person = await addProven();
    await expect(change(person, PASSWORD, "P@ssw0rd")).rejects.toMatchObject({
      details: { fieldErrors: { password: [expect.stringContaining("too common")] } },
    });
    const input = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const signedOut = changePassword(null, input, { ...here, signInId: null });
    expect(await messageOf(signedOut)).toBe("Authentication required");
    expect(await logIn(person.email, PASSWORD)).toBe("done");
  });
});

describe("changing the address", () => {
  test("is confirmed by a link to the new address, and the old one is notified", async () => {
    const person = await addProven();
    const secret = await requestedSecret(person, "new.a@example.org");
    expect(await emailOfLink(secret, "change-email")).toBe("new.a@example.org");
    expect(await logIn("new.a@example.org", PASSWORD)).toBe("Login failed");
    await confirmEmailChange(secret, here.origin);
    expect(await logIn("new.a@example.org", PASSWORD)).toBe("done");
    expect(await logIn(person.email, PASSWORD)).toBe("Login failed");
    expect(await authenticate(person.browserSecret, "browser")).toMatchObject({
      viewer: { email: "new.a@example.org", hasProvenEmail: true },
    });
    expect(await inbox.newest()).toMatchObject({ to: [person.email] });
    expect((await inbox.newest()).text).toContain("new.a@example.org");
    expect(await messageOf(confirmEmailChange(secret, here.origin))).toBe(
      LINK_REFUSED["change-email"],
    );
  });

  test("needs the password, and an address that differs from the current one", async () => {
    const { viewer, email } = await addProven();
    const wrong = { email: "new.b@example.org", currentPassword: "wrong guess 1!" };
    expect(await messageOf(requestEmailChange(viewer, wrong, here))).toBe(WRONG_PASSWORD);
    const same = { email, currentPassword: PASSWORD };
    expect(await messageOf(requestEmailChange(viewer, same, here))).toMatch(/already your address/);
    expect((await inbox.all()).filter(({ text }) => text.includes("/change-email/"))).toEqual([]);
  });

  test("does not reveal that another account has the address, but notifies its owner", async () => {
    const person = await addProven();
    const other = await addProven();
    const input = { email: other.email, currentPassword: PASSWORD };
    await requestEmailChange(person.viewer, input, here);
    const mail = await inbox.newest();
    expect(mail.to).toEqual([other.email]);
    expect(mail.text).toContain("It already belongs to an account");
    expect(mail.text).not.toContain("/change-email/");
    expect(mail.text).not.toContain(person.viewer.name);
  });

  test.each([
    [
      "the owner set in the settings",
      ({ viewer, signInId }: Person) =>
        changePassword(
          viewer,
          { currentPassword: PASSWORD, password: NEW_PASSWORD },
          { ...here, signInId },
        ),
    ],
    [
      "the owner set by a mailed link",
      async ({ email }: Person) => {
        await requestPasswordReset({ email }, here);
        const secret = await inbox.secret(email, "/reset/");
        await resetPassword(secret, { password: NEW_PASSWORD }, here);
      },
    ],
    ["an operator set", ({ email }: Person) => setPasswordOf(email, NEW_PASSWORD)],
  ])("by a link fails after a new password that %s", async (_, setPassword) => {
    const person = await addProven();
    const secret = await requestedSecret(person, "thief.f@example.org");
    await setPassword(person);
    expect(await emailOfLink(secret, "change-email")).toBeNull();
    expect(await messageOf(confirmEmailChange(secret, here.origin))).toBe(
      LINK_REFUSED["change-email"],
    );
    expect(await logIn(person.email, NEW_PASSWORD)).toBe("done");
  });

  test("leaves no link when it is requested while the password changes", async () => {
    const { viewer, email } = await addProven();
    const input = { email: "thief.g@example.org", currentPassword: PASSWORD };
    await Promise.allSettled([
      requestEmailChange(viewer, input, here),
      setPasswordOf(email, NEW_PASSWORD),
    ]);
    const ofThisAccount = { user: new mongoose.Types.ObjectId(viewer.id) };
    expect(await collection("account-links").countDocuments(ofThisAccount)).toBe(0);
  });

  test("mails a link to restore the old one also if an attempt before came too late", async () => {
    const person = await addProven();
    const secret = await requestedSecret(person, "new.g@example.org");
    const setEmail = vi.spyOn(emails, "setEmail").mockResolvedValueOnce(false);
    expect(await messageOf(confirmEmailChange(secret, here.origin))).toMatch(/^Another account/);
    await confirmEmailChange(secret, here.origin);
    setEmail.mockRestore();
    expect(await inbox.secret(person.email, "/restore-email/")).toBeTruthy();
  });

  test("mails no link to restore an address that was never proven", async () => {
    const { viewer, email } = await signUpSomebody();
    const secret = await requestedSecret({ viewer }, "new.f@example.org");
    await confirmEmailChange(secret, here.origin);
    expect((await inbox.all()).filter(({ text }) => text.includes("/restore-email/"))).toEqual([]);
    expect(await signUpWith(email, "FreeAtOnce")).toBe("done");
  });
});

describe("restoring the address", () => {
  test("ends all sessions, removes the password, and mails a link to set a new one", async () => {
    const person = await addProven();
    const secret = await changeAddress(person, "thief.a@example.org");
    await restoreEmail(secret, here);
    expect(await authenticate(person.browserSecret, "browser")).toBeNull();
    for (const email of [person.email, "thief.a@example.org"]) {
      expect(await logIn(email, PASSWORD)).toBe("Login failed");
    }
    const reset = await inbox.secret(person.email, "/reset/");
    await resetPassword(reset, { password: NEW_PASSWORD }, here);
    expect(await logIn(person.email, NEW_PASSWORD)).toBe("done");
    expect(await messageOf(restoreEmail(secret, here))).toBe(LINK_REFUSED["restore-email"]);
  });

  test("works after a thief has changed it again, and invalidates the thief's links", async () => {
    const person = await addProven();
    const secret = await changeAddress(person, "thief.b@example.org");
    const { viewer } = (await authenticate(person.browserSecret, "browser"))!;
    await confirmEmailChange(await requestedSecret({ viewer }, "thief.c@example.org"), here.origin);
    const again = (await authenticate(person.browserSecret, "browser"))!;
    const pending = await requestedSecret(again, "thief.d@example.org");
    const told = (await inbox.all()).findLast(({ to }) => to[0] === "thief.b@example.org")!;
    expect(told.text).not.toContain("/restore-email/");
    await restoreEmail(secret, here);
    expect(await messageOf(confirmEmailChange(pending, here.origin))).toBe(
      LINK_REFUSED["change-email"],
    );
    const reset = await inbox.secret(person.email, "/reset/");
    expect(await emailOfLink(reset, "reset-password")).toBe(person.email);
  });

  test("removes a second factor and passkeys that the thief added, and keeps the owner's", async () => {
    for (const [addedDaysAgo, left] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const person = await addProven();
      const secret = await changeAddress(person, `thief.f${addedDaysAgo}@example.org`);
      const user = new mongoose.Types.ObjectId(person.viewer.id);
      const addedAt = new Date(Date.now() - addedDaysAgo * 86_400_000);
      await addSecondFactor(person.viewer);
      await collection("second-factors").updateOne({ user }, { $set: { confirmedAt: addedAt } });
      await addDevice(person.viewer);
      await collection("passkeys").updateOne({ user }, { $set: { createdAt: addedAt } });
      await restoreEmail(secret, here);
      expect(await collection("second-factors").countDocuments({ user })).toBe(left);
      expect(await collection("passkeys").countDocuments({ user })).toBe(left);
    }
  });

  test("cannot be prevented by a new or another account with the address", async () => {
    const person = await addProven();
    const thief = await addProven();
    const secret = await changeAddress(person, "thief.e@example.org");
    expect(await signUpWith(person.email, "Squatter")).toBe("Signup failed");
    const taking = { email: person.email, currentPassword: PASSWORD };
    await requestEmailChange(thief.viewer, taking, here);
    expect((await inbox.newest()).text).toContain("It already belongs to an account");
    await restoreEmail(secret, here);
  });

  test("works for seven days, after which the address is free", async () => {
    const person = await addProven();
    const secret = await changeAddress(person, "own@example.org");
    const { expiresAt } = (await collection("account-links").findOne({ email: person.email }))!;
    const days = ((expiresAt as Date).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    await collection("account-links").updateMany({}, { $set: { expiresAt: new Date() } });
    expect(await messageOf(restoreEmail(secret, here))).toBe(LINK_REFUSED["restore-email"]);
    expect(await signUpWith(person.email, "FreeByNow")).toBe("done");
  });
});
