import { describe, expect, test } from "vitest";
import { authenticate } from "~/services/accounts/accounts.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { resendEmailProof, proveEmail } from "~/services/accounts/email.server";
import { requestPasswordReset, resetPassword } from "~/services/accounts/new-password.server";
import { emailOfLink, LINK_REFUSED } from "~/services/accounts/links.server";
import { readPasskeys } from "~/services/accounts/passkeys.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { messageOf } from "../../setup/outcomes";
import { useInbox } from "../../setup/inbox";
import { linkIn, secretOf } from "../../setup/mail-server";
import { addDevice } from "../../setup/passkeys";
import { HERE as here, logIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor } from "../../setup/second-factor";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const NEW_PASSWORD = "a fresh lantern #9";

const inbox = useInbox();

const mailedSecret = async (path: "/prove-email/" | "/reset/") =>
  secretOf(linkIn(await inbox.newest(), path));

const isGood = async (secret: string) => (await emailOfLink(secret, "reset-password")) !== null;

async function requestedSecret(email: string): Promise<string> {
  await requestPasswordReset({ email }, here);
  return mailedSecret("/reset/");
}

const isProven = async (email: string) =>
  (await collection("users").findOne({ email }))?.hasUnprovenEmail === undefined;

const spoiled: [string, (secret: string) => string][] = [
  ["altered by one character", (secret) => secret.replace(/^./, (c) => (c === "a" ? "b" : "a"))],
  ["empty", () => ""],
];

describe("the link that proves an address", () => {
  test("is mailed at sign-up, and proves it once", async () => {
    const { email } = await signUpSomebody();
    const secret = await mailedSecret("/prove-email/");
    expect(await inbox.all()).toHaveLength(1);
    expect((await inbox.all())[0]).toMatchObject({ to: [email] });
    expect(await isProven(email)).toBe(false);
    await proveEmail(secret);
    expect(await isProven(email)).toBe(true);
    expect(await messageOf(proveEmail(secret))).toBe(LINK_REFUSED["prove-email"]);
  });

  test("takes effect in open sessions", async () => {
    const { browserSecret } = await signUpSomebody();
    await proveEmail(await mailedSecret("/prove-email/"));
    const { viewer } = (await authenticate(browserSecret, "browser"))!;
    expect(viewer.hasProvenEmail).toBe(true);
    expect(await messageOf(resendEmailProof(viewer, here.origin))).toMatch(/already confirmed/);
  });

  test("is invalid after another was requested, and after a day", async () => {
    const { viewer, email } = await signUpSomebody();
    const first = await mailedSecret("/prove-email/");
    await resendEmailProof(viewer, here.origin);
    const second = await mailedSecret("/prove-email/");
    expect(await messageOf(proveEmail(first))).toBe(LINK_REFUSED["prove-email"]);
    await collection("account-links").updateMany({}, { $set: { expiresAt: new Date() } });
    expect(await messageOf(proveEmail(second))).toBe(LINK_REFUSED["prove-email"]);
    expect(await isProven(email)).toBe(false);
  });

  test("cannot set a password, and the link for a password cannot prove an address", async () => {
    const { email } = await signUpSomebody();
    const proof = await mailedSecret("/prove-email/");
    const reset = await requestedSecret(email);
    expect(await messageOf(resetPassword(proof, { password: NEW_PASSWORD }, here))).toBe(
      LINK_REFUSED["reset-password"],
    );
    expect(await messageOf(proveEmail(reset))).toBe(LINK_REFUSED["prove-email"]);
  });
});

describe("the link for a new password", () => {
  test("sets it, ends all sessions and tokens, proves the address, and notifies the owner", async () => {
    const { email, token, browserSecret } = await signUpSomebody();
    const secret = await requestedSecret(email);
    await resetPassword(secret, { password: NEW_PASSWORD }, here);
    expect(await logIn(email, NEW_PASSWORD)).toBe("done");
    expect(await logIn(email, PASSWORD)).toBe("Login failed");
    expect(await authenticate(token, "token")).toBeNull();
    expect(await authenticate(browserSecret, "browser")).toBeNull();
    expect(await isProven(email)).toBe(true);
    expect((await inbox.newest()).text).toMatch(/Subject: Your password for .* was changed/);
    for (const { text } of await inbox.all()) expect(text).not.toContain(NEW_PASSWORD);
  });

  test("removes factors of an unproven account, which may be by somebody who used another's address", async () => {
    const { email, viewer } = await signUpSomebody();
    await addSecondFactor(viewer);
    await addDevice(viewer);
    await resetPassword(await requestedSecret(email), { password: NEW_PASSWORD }, here);
    expect(await logIn(email, NEW_PASSWORD)).toBe("done");
    expect(await readPasskeys(viewer)).toEqual([]);
  });

  test.each(spoiled)("is refused when it is %s, and changes nothing", async (_, spoil) => {
    const { email } = await signUpSomebody();
    const secret = await requestedSecret(email);
    expect(await messageOf(resetPassword(spoil(secret), { password: NEW_PASSWORD }, here))).toBe(
      LINK_REFUSED["reset-password"],
    );
    expect(await logIn(email, PASSWORD)).toBe("done");
    expect(await isGood(secret)).toBe(true);
  });

  test("stays valid after a guessable password was refused", async () => {
    const { email } = await signUpSomebody();
    const secret = await requestedSecret(email);
    await expect(resetPassword(secret, { password: "P@ssw0rd" }, here)).rejects.toMatchObject({
      details: { fieldErrors: { password: [expect.stringContaining("too common")] } },
    });
    await resetPassword(secret, { password: NEW_PASSWORD }, here);
  });

  test("is invalid after its account was deleted", async () => {
    const { email } = await signUpSomebody();
    const secret = await requestedSecret(email);
    await deleteAccount(email);
    expect(await isGood(secret)).toBe(false);
    expect(await collection("account-links").countDocuments()).toBe(0);
  });

  test("is created for an address without an account as well, but not sent", async () => {
    await requestPasswordReset({ email: "nobody@example.org" }, here);
    expect(await collection("account-links").countDocuments()).toBe(1);
    expect(await inbox.all()).toEqual([]);
    expect(await collection("mails").countDocuments()).toBe(0);
  });

  test("can be requested until an address, with or without an account, has got five mails in an hour", async () => {
    const { email } = await signUpSomebody();
    for (const [address, count] of [
      [email, 4],
      ["nobody@example.org", 5],
    ] as const) {
      const asked = [];
      for (let i = 0; i < 6; i += 1) {
        const from = { ...here, address: `198.51.100.${i}` };
        asked.push(await messageOf(requestPasswordReset({ email: address }, from)));
      }
      expect(asked.slice(0, count)).toEqual(Array(count).fill("done"));
      expect(asked[count]).toMatch(/^Too many requests/);
    }
  });
});
