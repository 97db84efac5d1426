/** Passkeys: what signs in by one, and what does not. */
import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { action as signInAction } from "~/routes/login.passkey";
import { action as addAction } from "~/routes/settings.passkey";
import { authenticate } from "~/services/accounts/accounts.server";
import { changePassword, takeFactorsAway } from "~/services/accounts/admin.server";
import {
  beginPasskeySignIn,
  beginPasskeyStep,
  signInByPasskey,
  signInByPasskeyStep,
} from "~/services/accounts/passkey-sign-in.server";
import {
  beginAddingPasskey,
  finishAddingPasskey,
  readPasskeys,
  removeOwnPasskey,
} from "~/services/accounts/passkeys.server";
import { beginSignIn } from "~/services/accounts/second-step.server";
import { ServiceError } from "~/services/errors";
import { useDatabase } from "../../setup/database";
import { addDevice } from "../../setup/passkeys";
import { PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor, codeOf } from "../../setup/second-factor";

useDatabase();

const origin = "https://site.example";
const here = { address: "192.0.2.1", userAgent: "test", origin, kinds: ["token"] } as const;
const collection = (name: string) => mongoose.connection.collection(name);
const REFUSED = /does not sign in here/;
const ENDED = /^Please sign in again/;

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof ServiceError) return error.message;
      throw error;
    },
  );

type Device = Awaited<ReturnType<typeof addDevice>>;

/** Signs in by a device alone. @param changes what it does otherwise than it should */
async function use(device: Device, changes: Partial<Parameters<Device>[0]> = {}) {
  const { options, step } = await beginPasskeySignIn(here);
  return outcome(signInByPasskey(step, device({ challenge: options.challenge, ...changes }), here));
}

describe("a passkey alone", () => {
  test("signs in, also where the password asks for a code", async () => {
    const { viewer } = await signUpSomebody();
    await addSecondFactor(viewer);
    const device = await addDevice(viewer);
    const { options, step } = await beginPasskeySignIn(here);
    const answer = device({ challenge: options.challenge });
    const { secrets } = await signInByPasskey(step, answer, here);
    expect((await authenticate(secrets.token, "token"))?.viewer.id).toBe(viewer.id);
    const [passkey] = await readPasskeys(viewer);
    expect(passkey).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) });
    expect(await outcome(signInByPasskey(step, answer, here)), "once").toMatch(ENDED);
  });

  test("signs in once, of ten at the same time", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    const { options, step } = await beginPasskeySignIn(here);
    const answer = device({ challenge: options.challenge, counter: 0 });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => outcome(signInByPasskey(step, answer, here))),
    );
    expect(all.filter((what) => what === "done")).toHaveLength(1);
  });

  test.each([
    ["unless the device has checked who holds it", { isVerified: false }],
    ["for another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
    ["for another site", { origin: "https://evil.example" }],
  ])("does not sign in %s", async (_, changes) => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, changes)).toMatch(REFUSED);
    expect(await use(device)).toBe("done");
  });

  test("does not sign in once its counter went back: there is a copy of it", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, { counter: 7 })).toBe("done");
    expect(await use(device, { counter: 7 })).toMatch(REFUSED);
    expect(await use(device, { counter: 6 })).toMatch(REFUSED);
    expect(await use(device, { counter: 8 })).toBe("done");
  });

  test("signs in by any count if its device has none", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, { counter: 0 })).toBe("done");
    expect(await use(device, { counter: 0 })).toBe("done");
  });

  test("does not sign in with a signature of another", async () => {
    const [one, other] = [
      await addDevice((await signUpSomebody()).viewer),
      await addDevice((await signUpSomebody()).viewer),
    ];
    const { options, step } = await beginPasskeySignIn(here);
    const { challenge } = options;
    const forged = { ...one({ challenge }), response: other({ challenge }).response };
    expect(await outcome(signInByPasskey(step, forged, here))).toMatch(REFUSED);
  });

  test("does not sign in after five minutes, once it is removed, or with its account", async () => {
    const { viewer, email } = await signUpSomebody();
    const device = await addDevice(viewer);
    const { options, step } = await beginPasskeySignIn(here);
    await collection("pending-steps").updateMany({}, { $set: { expiresAt: new Date() } });
    const answer = device({ challenge: options.challenge });
    expect(await outcome(signInByPasskey(step, answer, here))).toMatch(ENDED);
    await changePassword(email, "a fresh lantern #9");
    expect(await use(device), "a new password does not remove it").toBe("done");
    expect(await takeFactorsAway(email)).toMatchObject({ passkeys: 1 });
    expect(await use(device)).toMatch(REFUSED);
  });
});

describe("a passkey as second step", () => {
  async function begun() {
    const { viewer, email } = await signUpSomebody();
    await addSecondFactor(viewer);
    const device = await addDevice(viewer);
    const pending = await beginSignIn({ email, password: PASSWORD }, here);
    if (!("step" in pending)) throw new Error("no step is asked for");
    return { viewer, email, device, step: pending.step };
  }

  test("needs no more than somebody who touches it, once", async () => {
    const { device, step } = await begun();
    const { challenge, allowCredentials } = await beginPasskeyStep(step, origin);
    expect(allowCredentials).toHaveLength(1);
    const answer = device({ challenge, isVerified: false });
    expect(await outcome(signInByPasskeyStep(step, answer, here))).toBe("done");
    expect(await outcome(signInByPasskeyStep(step, answer, here))).toMatch(ENDED);
  });

  test("has to be of the account, and for this step", async () => {
    const [one, other] = [await begun(), await begun()];
    const { challenge } = await beginPasskeyStep(one.step, origin);
    const foreign = other.device({ challenge });
    expect(await outcome(signInByPasskeyStep(one.step, foreign, here))).toMatch(REFUSED);
    await beginPasskeyStep(one.step, origin);
    const own = one.device({ challenge });
    expect(await outcome(signInByPasskeyStep(one.step, own, here)), "an old one").toMatch(REFUSED);
    expect(await outcome(signInByPasskeyStep("x".repeat(43), own, here))).toMatch(ENDED);
    expect(await outcome(signInByPasskey(one.step, own, here)), "not alone").toMatch(ENDED);
  });

  test("is void once the password was changed", async () => {
    const { device, step, email } = await begun();
    const { challenge } = await beginPasskeyStep(step, origin);
    await changePassword(email, "a fresh lantern #9");
    expect(await outcome(signInByPasskeyStep(step, device({ challenge }), here))).toMatch(ENDED);
  });
});

describe("adding a passkey", () => {
  const input = { currentPassword: PASSWORD };

  test("takes the password and, with a second factor, a code", async () => {
    const { viewer } = await signUpSomebody();
    const begin = (typed: object) =>
      outcome(beginAddingPasskey(viewer, { ...input, ...typed }, here));
    expect(await begin({ currentPassword: "wrong guess!" })).toBe("This is not your password.");
    expect(await begin({})).toBe("done");
    const { secret } = await addSecondFactor(viewer);
    expect(await begin({})).toMatch(/^This code is wrong/);
    expect(await begin({ code: codeOf(secret) })).toBe("done");
    expect(await outcome(beginAddingPasskey(null, input, here))).toBe("Authentication required");
  });

  test("is for the account that began it, and takes no nonsense", async () => {
    const [mara, ida] = [(await signUpSomebody()).viewer, (await signUpSomebody()).viewer];
    const { step } = await beginAddingPasskey(mara, input, here);
    const response = { id: "x", response: {} };
    const fields = { name: "A key", response, origin };
    for (const [viewer, secret] of [
      [ida, step],
      [mara, step],
      [mara, "x".repeat(43)],
    ] as const) {
      expect(await outcome(finishAddingPasskey(viewer, secret, fields))).toMatch(/not be added/);
    }
    expect(await readPasskeys(mara)).toEqual([]);
  });

  test("is impossible under a bare address", async () => {
    const { viewer } = await signUpSomebody();
    for (const address of ["http://127.0.0.1:3000", "http://[::1]:3000"]) {
      const begin = beginAddingPasskey(viewer, input, { ...here, origin: address });
      expect(await outcome(begin)).toMatch(/has a name/);
    }
  });
});

test("one removes one's own passkeys alone, with the password", async () => {
  const [mara, ida] = [(await signUpSomebody()).viewer, (await signUpSomebody()).viewer];
  await addDevice(mara);
  const [{ id: passkey } = { id: "" }] = await readPasskeys(mara);
  const remove = (viewer: typeof mara, typed = {}) =>
    outcome(removeOwnPasskey(viewer, { passkey, currentPassword: PASSWORD, ...typed }, here));
  expect(await remove(ida)).toBe("Passkey not found");
  expect(await remove(mara, { passkey: "nothing" })).toBe("Passkey not found");
  expect(await remove(mara, { currentPassword: "wrong guess!" })).toMatch(/not your password/);
  expect(await remove(mara)).toBe("done");
  expect(await readPasskeys(mara)).toEqual([]);
});

describe("what scripts post", () => {
  const post = (action: typeof addAction, fields: Record<string, string>, cookie = "") => {
    const body = new URLSearchParams(fields);
    const request = new Request(`${origin}/login/passkey`, {
      ...{ method: "POST", body, headers: { Cookie: cookie } },
    });
    const context = { clientAddress: "192.0.2.1", requestId: "1", nonce: "" };
    return action({ request, context, params: {} } as never);
  };

  test.each([
    [{}, 400],
    [{ intent: "steal" }, 400],
    [{ intent: "finish" }, 400],
    [{ intent: "finish", answer: "{" }, 400],
    [{ intent: "finish", answer: "null" }, 400],
    [{ intent: "finish", answer: "{}" }, 400],
    [{ intent: "finish", answer: `{"id":{"$gt":""},"response":{}}` }, 400],
    [{ intent: "finish", answer: `{"id":"x","response":{}}` }, 401],
    [{ intent: "finish", answer: `{"id":"\0","response":{}}` }, 400],
    [{ intent: "finish", answer: `{"id":"x","response":{}}`, step: "second" }, 401],
    [{ intent: "begin", step: "second" }, 401],
    [{ intent: "begin", step: "third" }, 400],
    [{ intent: "finish", answer: "x".repeat(50_000) }, 400],
  ] as [Record<string, string>, number][])("signs nobody in by %j", async (fields, status) => {
    const { step } = await beginPasskeySignIn(here);
    const answer = await post(signInAction, fields, `passkey=${step}; step=${step}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("adds nothing for nobody", async () => {
    const fields = { intent: "begin", currentPassword: PASSWORD, name: "A key" };
    expect((await post(addAction, fields)).status).toBe(401);
    const { cookie } = await signUpSomebody();
    const answer = await post(
      addAction,
      { ...fields, name: "\u200b", currentPassword: "" },
      cookie,
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fieldErrors: { name: expect.any(Array), currentPassword: ["Required"] },
    });
    const begun = await post(addAction, fields, cookie);
    expect(begun.status).toBe(200);
    expect(await begun.json()).toMatchObject({ options: { rp: { id: "site.example" } } });
    expect(begun.headers.get("Set-Cookie")).toMatch(/^passkey=.*HttpOnly/);
  });
});
