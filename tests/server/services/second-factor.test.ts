import { describe, expect, test } from "vitest";
import { closeSessionsOf } from "~/models/session.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { authenticate, signIn } from "~/services/accounts/accounts.server";
import {
  changePassword as setPasswordOf,
  removeFactorsByEmail,
} from "~/services/accounts/admin.server";
import {
  beginSetUp,
  confirmSetUp,
  cancelFactorSetUp,
  readSecondFactor,
  readSetUp,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from "~/services/accounts/second-factor.server";
import {
  beginSignIn,
  isStepPending,
  signInByCode,
  STEP_ENDED,
} from "~/services/accounts/second-step.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { messageOf } from "../../setup/outcomes";
import { useInbox } from "../../setup/inbox";
import { HERE as here, logIn, PASSWORD } from "../../setup/people";
import {
  codeOf,
  readEventKinds,
  somebody,
  somebodyWithFactor,
  useStandingTime,
} from "../../setup/second-factor";

useEnvironment({
  APP_ORIGIN: "https://site.example",
  RATE_LIMITS: "on",
  RATE_LIMIT_CODES: "8",
});
useDatabase();

const WRONG = "This code is wrong, too old, or has been used.";
const inbox = useInbox();

const later = useStandingTime();

describe("setting it up", () => {
  test("needs the password and a code, returns ten recovery codes, and notifies the owner", async () => {
    const { viewer, browser, email } = await somebody();
    expect(await readSecondFactor(viewer)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    const { secret, uri } = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    expect(uri).toContain(secret);
    expect(await readSetUp(viewer, browser.session)).toEqual({ secret, uri });
    expect(await logIn(email, PASSWORD), "not on yet").toBe("done");
    const codes = await confirmSetUp(viewer, { code: codeOf(secret) }, browser);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-z]{6}$/);
    expect(await readSecondFactor(viewer)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await readSetUp(viewer, browser.session)).toBeNull();
    expect(await inbox.subjects()).toContain("A second factor was added at Quorum");
    expect(await readEventKinds()).toContain("second-factor-added");
    const stored = JSON.stringify(await collection("second-factors").find().toArray());
    for (const code of codes) expect(stored).not.toContain(code);
    for (const { text } of await inbox.all()) expect(text).not.toContain(secret);
  });

  test("shows its secret only to the session that began it", async () => {
    const { viewer, browser, otherSession } = await somebody();
    const { secret } = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    expect(await readSetUp(viewer, otherSession.session)).toBeNull();
    const code = codeOf(secret);
    expect(await messageOf(confirmSetUp(viewer, { code }, otherSession))).toMatch(/start again/);
    await beginSetUp(viewer, { currentPassword: PASSWORD }, otherSession);
    expect(await readSetUp(viewer, browser.session), "the later one counts").toBeNull();
  });

  test("is refused with a wrong password or code, and can then be continued", async () => {
    const { viewer, browser } = await somebody();
    const wrong = beginSetUp(viewer, { currentPassword: "wrong guess!" }, browser);
    await expect(wrong).rejects.toMatchObject({
      kind: "invalid",
      details: { fieldErrors: { currentPassword: [expect.any(String)] } },
    });
    const { secret } = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    for (const code of ["000000", "x".repeat(100), codeOf(secret, 3)]) {
      await expect(confirmSetUp(viewer, { code }, browser)).rejects.toMatchObject({
        kind: "invalid",
        details: { fieldErrors: { code: [WRONG] } },
      });
    }
    expect(await readSecondFactor(viewer)).toMatchObject({ isOn: false });
    await confirmSetUp(viewer, { code: codeOf(secret) }, browser);
    const again = beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    await expect(again).rejects.toMatchObject({ kind: "conflict" });
    expect(await readSecondFactor(viewer)).toMatchObject({ isOn: true });
  });

  test("expires after half an hour, or when it is cancelled", async () => {
    const { viewer, browser } = await somebody();
    const first = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    later(31 * 60);
    const confirm = (secret: string) =>
      messageOf(confirmSetUp(viewer, { code: codeOf(secret) }, browser));
    expect(await confirm(first.secret)).toMatch(/start again/);
    const second = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    await cancelFactorSetUp(viewer);
    expect(await readSetUp(viewer, browser.session)).toBeNull();
    expect(await confirm(second.secret)).toMatch(/start again/);
  });

  test("is refused to a session that has ended meanwhile", async () => {
    const { viewer, browser } = await somebody();
    const { secret } = await beginSetUp(viewer, { currentPassword: PASSWORD }, browser);
    await closeSessionsOf(viewer.id);
    const late = confirmSetUp(viewer, { code: codeOf(secret) }, browser);
    await expect(late).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(await readSecondFactor(viewer)).toMatchObject({ isOn: false });
  });

  test("needs a signed-in user", async () => {
    const input = { currentPassword: PASSWORD, code: "000000" };
    const nobody = { ...here, session: null };
    for (const act of [beginSetUp, confirmSetUp, renewRecoveryCodes, removeOwnSecondFactor]) {
      await expect(act(null, input, nobody)).rejects.toMatchObject({ kind: "unauthenticated" });
    }
    await expect(readSecondFactor(null)).rejects.toMatchObject({ kind: "unauthenticated" });
    await expect(cancelFactorSetUp(null)).rejects.toMatchObject({ kind: "unauthenticated" });
  });
});

describe("signing in with a single request", () => {
  test("needs the password and a code", async () => {
    const { email, secret, viewer } = await somebodyWithFactor();
    const input = { email, password: PASSWORD };
    await expect(signIn(input, here)).rejects.toMatchObject({
      kind: "unauthenticated",
      details: { codeRequired: true },
    });
    await expect(signIn({ ...input, code: "000000" }, here)).rejects.toMatchObject({
      kind: "unauthenticated",
      message: WRONG,
      details: { codeRequired: true },
    });
    const sessions = await collection("sessions").countDocuments();
    const { secrets } = await signIn({ ...input, code: codeOf(secret) }, here);
    expect((await authenticate(secrets.token, "token"))?.viewer.id).toBe(viewer.id);
    expect(await collection("sessions").countDocuments()).toBe(sessions + 1);
  });

  test("with a wrong password reveals nothing about the code", async () => {
    const { email, secret } = await somebodyWithFactor();
    for (const code of [undefined, "000000", codeOf(secret)]) {
      await expect(signIn({ email, password: "wrong guess!", code }, here)).rejects.toMatchObject({
        message: "Login failed",
        details: {},
      });
    }
    const right = await logIn(email, PASSWORD, codeOf(secret));
    expect(right, "a code is not used up by that").toBe("done");
  });
});

describe("a code", () => {
  test("is valid once, and invalidates earlier ones", async () => {
    const { email, secret } = await somebodyWithFactor();
    const [before, code] = [codeOf(secret, -1), codeOf(secret)];
    expect(await logIn(email, PASSWORD, code)).toBe("done");
    expect(await logIn(email, PASSWORD, code)).toBe(WRONG);
    expect(await logIn(email, PASSWORD, before)).toBe(WRONG);
    later(30);
    expect(await logIn(email, PASSWORD, code), "still within the drift").toBe(WRONG);
    expect(await logIn(email, PASSWORD, codeOf(secret))).toBe("done");
  });

  test("is valid once for seven simultaneous uses", async () => {
    const { email, secret } = await somebodyWithFactor();
    const steps = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const begun = await beginSignIn({ email, password: PASSWORD }, here);
        return "step" in begun ? begun.step : "";
      }),
    );
    const code = codeOf(secret);
    const all = await Promise.all(
      steps.map((step) => messageOf(signInByCode(step, { code }, here))),
    );
    expect(all.filter((what) => what === "done")).toHaveLength(1);
  });
});

describe("a recovery code", () => {
  test("signs in once in any spelling, and the owner is told how many are left", async () => {
    const { email, codes, viewer } = await somebodyWithFactor();
    const [first = "", second = "", third = ""] = codes;
    const attempt = (code: string) => logIn(email, PASSWORD, code);
    expect(await attempt(first)).toBe("done");
    expect(await attempt(first)).toBe(WRONG);
    expect(await attempt(` ${second.toUpperCase().replaceAll("-", " ")} `)).toBe("done");
    const misread = third.replaceAll("-", "").replaceAll("0", "O").replaceAll("1", "l");
    expect(await attempt(misread)).toBe("done");
    expect(await readSecondFactor(viewer)).toMatchObject({ recoveryCodesLeft: 7 });
    const used = (await inbox.subjects()).filter((subject) =>
      subject.startsWith("A recovery code"),
    );
    expect(used).toHaveLength(3);
    expect((await inbox.all()).map(({ text }) => text).join()).toMatch(/\b7 are left/);
  });

  test("is invalid after renewal, which needs the password and a code", async () => {
    const { email, viewer, browser, codes, secret } = await somebodyWithFactor();
    const input = { currentPassword: PASSWORD, code: codeOf(secret) };
    const wrong = [
      { ...input, currentPassword: "wrong guess!" },
      { ...input, code: "000000" },
    ];
    for (const typed of wrong) {
      await expect(renewRecoveryCodes(viewer, typed, browser)).rejects.toMatchObject({
        kind: "invalid",
      });
    }
    const renewed = await renewRecoveryCodes(viewer, input, browser);
    const attempt = (code: string) => logIn(email, PASSWORD, code);
    expect(await attempt(codes[0]!)).toBe(WRONG);
    expect(await attempt(renewed[0]!)).toBe("done");
    expect(await inbox.subjects()).toContain("New recovery codes were created at Quorum");
  });
});

describe("signing in with two steps", () => {
  async function begun() {
    const person = await somebodyWithFactor();
    const pending = await beginSignIn({ email: person.email, password: PASSWORD }, here);
    if (!("step" in pending)) throw new Error("no step is asked for");
    const finish = (code: string) => messageOf(signInByCode(pending.step, { code }, here));
    return { ...person, step: pending.step, finish };
  }

  test("opens a session only at the second step, once", async () => {
    const { finish, secret, step, codes } = await begun();
    const before = await collection("sessions").countDocuments();
    expect(await finish("000000")).toBe(WRONG);
    expect(await finish(codeOf(secret))).toBe("done");
    expect(await collection("sessions").countDocuments()).toBe(before + 1);
    expect(await finish(codes[0]!)).toBe(STEP_ENDED);
    expect(await isStepPending(step)).toBe(false);
    expect(JSON.stringify(await collection("pending-steps").find().toArray())).not.toContain(step);
  });

  test("needs the password again after five wrong codes, even simultaneous ones", async () => {
    const { finish, secret, step } = await begun();
    const all = await Promise.all(Array.from({ length: 7 }, () => finish("000000")));
    expect(all.filter((what) => what === WRONG)).toHaveLength(5);
    expect(await isStepPending(step)).toBe(false);
    expect(await finish(codeOf(secret))).toBe(STEP_ENDED);
  });

  test("does not count codes that are refused during a pause", async () => {
    const { finish, viewer, browser, step } = await begun();
    const wrong = { currentPassword: PASSWORD, code: "000000" };
    for (let i = 0; i < 9; i += 1) await messageOf(removeOwnSecondFactor(viewer, wrong, browser));
    for (let i = 0; i < 6; i += 1) expect(await finish("000000")).toMatch(/^Too many requests/);
    expect(await isStepPending(step)).toBe(true);
  });

  test("needs the password again after ten minutes", async () => {
    const { finish, secret, step } = await begun();
    later(9 * 60);
    expect(await isStepPending(step)).toBe(true);
    later(61);
    expect(await isStepPending(step)).toBe(false);
    expect(await finish(codeOf(secret))).toBe(STEP_ENDED);
  });

  test("is cancelled when the password is changed, or the factor or account removed", async () => {
    const first = await begun();
    await setPasswordOf(first.email, "a fresh lantern #9");
    expect(await isStepPending(first.step)).toBe(false);
    expect(await first.finish(codeOf(first.secret))).toBe(STEP_ENDED);
    const second = await begun();
    await removeFactorsByEmail(second.email);
    expect(await second.finish(codeOf(second.secret))).toBe(STEP_ENDED);
    const third = await begun();
    await deleteAccount(third.email);
    expect(await third.finish(codeOf(third.secret))).toBe(STEP_ENDED);
  });
});
