import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { addPasskey, MAX_PASSKEYS } from "~/models/passkey.server";
import { action as signInAction } from "~/routes/login.passkey";
import { action as addAction } from "~/routes/settings.passkey";
import { authenticate } from "~/services/accounts/accounts.server";
import { changePassword, removeFactorsByEmail } from "~/services/accounts/admin.server";
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
import { collection, useDatabase } from "../../setup/database";
import { messageOf } from "../../setup/outcomes";
import { addDevice, createPasskey } from "../../setup/passkeys";
import { HERE as here, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor } from "../../setup/second-factor";

useDatabase();

const { origin } = here;
const REFUSED = /cannot be used to sign in here/;
const ENDED = /^Please sign in again/;

type Device = Awaited<ReturnType<typeof addDevice>>;

/** Signs in with a passkey alone. @param changes deviations from the correct response of the device */
async function use(device: Device, changes: Partial<Parameters<Device>[0]> = {}) {
  const { options, step } = await beginPasskeySignIn(here);
  return messageOf(
    signInByPasskey(step, device({ challenge: options.challenge, ...changes }), here),
  );
}

describe("a passkey alone", () => {
  test("signs in without a code, even if the account has a second factor", async () => {
    const { viewer } = await signUpSomebody();
    await addSecondFactor(viewer);
    const device = await addDevice(viewer);
    const { options, step } = await beginPasskeySignIn(here);
    const answer = device({ challenge: options.challenge });
    const { secrets } = await signInByPasskey(step, answer, here);
    expect((await authenticate(secrets.token, "token"))?.viewer.id).toBe(viewer.id);
    const [passkey] = await readPasskeys(viewer);
    expect(passkey).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) });
    expect(await messageOf(signInByPasskey(step, answer, here)), "once").toMatch(ENDED);
  });

  test("signs in once for ten simultaneous requests", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    const { options, step } = await beginPasskeySignIn(here);
    const answer = device({ challenge: options.challenge, counter: 0 });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => messageOf(signInByPasskey(step, answer, here))),
    );
    expect(all.filter((what) => what === "done")).toHaveLength(1);
  });

  test.each([
    ["without user verification", { isVerified: false }],
    ["for another site", { origin: "https://evil.example" }],
    ["in a frame of a site that is not named", { crossOrigin: true }],
    ["in a frame of another site", { crossOrigin: true, topOrigin: "https://evil.example" }],
  ])("does not sign in %s", async (_, changes) => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, changes)).toMatch(REFUSED);
    expect(await use(device)).toBe("done");
  });

  test("does not sign in if its counter does not increase, because it may have been copied", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, { counter: 7 })).toBe("done");
    expect(await use(device, { counter: 7 })).toMatch(REFUSED);
    expect(await use(device, { counter: 6 })).toMatch(REFUSED);
    expect(await use(device, { counter: 8 })).toBe("done");
  });

  test("signs in if its device has no counter", async () => {
    const device = await addDevice((await signUpSomebody()).viewer);
    expect(await use(device, { counter: 0 })).toBe("done");
    expect(await use(device, { counter: 0 })).toBe("done");
  });

  test("does not sign in with the signature of another passkey", async () => {
    const [one, other] = [
      await addDevice((await signUpSomebody()).viewer),
      await addDevice((await signUpSomebody()).viewer),
    ];
    const { options, step } = await beginPasskeySignIn(here);
    const { challenge } = options;
    const forged = { ...one({ challenge }), response: other({ challenge }).response };
    expect(await messageOf(signInByPasskey(step, forged, here))).toMatch(REFUSED);
  });

  test("does not sign in after five minutes or after its removal", async () => {
    const { viewer, email } = await signUpSomebody();
    const device = await addDevice(viewer);
    const { options, step } = await beginPasskeySignIn(here);
    await collection("pending-steps").updateMany({}, { $set: { expiresAt: new Date() } });
    const answer = device({ challenge: options.challenge });
    expect(await messageOf(signInByPasskey(step, answer, here))).toMatch(ENDED);
    await changePassword(email, "a fresh lantern #9");
    expect(await use(device), "a new password does not remove it").toBe("done");
    expect(await removeFactorsByEmail(email)).toMatchObject({ passkeys: 1 });
    expect(await use(device)).toMatch(REFUSED);
  });
});

describe("a passkey as the second step", () => {
  async function begun() {
    const { viewer, email } = await signUpSomebody();
    await addSecondFactor(viewer);
    const device = await addDevice(viewer);
    const pending = await beginSignIn({ email, password: PASSWORD }, here);
    if (!("step" in pending)) throw new Error("no step is asked for");
    return { viewer, email, device, step: pending.step };
  }

  test("needs no user verification, and works once", async () => {
    const { device, step } = await begun();
    const { challenge, allowCredentials } = await beginPasskeyStep(step, origin);
    expect(allowCredentials).toHaveLength(1);
    const answer = device({ challenge, isVerified: false });
    expect(await messageOf(signInByPasskeyStep(step, answer, here))).toBe("done");
    expect(await messageOf(signInByPasskeyStep(step, answer, here))).toMatch(ENDED);
  });

  test("must belong to the account, and answer the current challenge of the step", async () => {
    const [one, other] = [await begun(), await begun()];
    const { challenge } = await beginPasskeyStep(one.step, origin);
    const foreign = other.device({ challenge });
    expect(await messageOf(signInByPasskeyStep(one.step, foreign, here))).toMatch(REFUSED);
    await beginPasskeyStep(one.step, origin);
    const own = one.device({ challenge });
    expect(await messageOf(signInByPasskeyStep(one.step, own, here)), "an old one").toMatch(
      REFUSED,
    );
    expect(await messageOf(signInByPasskeyStep("x".repeat(43), own, here))).toMatch(ENDED);
    expect(await messageOf(signInByPasskey(one.step, own, here)), "not alone").toMatch(ENDED);
  });
});

describe("adding a passkey", () => {
  const input = { currentPassword: PASSWORD };

  test("works only for the account that began it, at its first attempt", async () => {
    const [mara, ida] = [(await signUpSomebody()).viewer, (await signUpSomebody()).viewer];
    const { options, step } = await beginAddingPasskey(mara, input, here);
    const response = createPasskey({ challenge: options.challenge });
    const fields = { name: "A key", response, origin };
    for (const [viewer, secret] of [
      [ida, step],
      [mara, step],
      [mara, "x".repeat(43)],
    ] as const) {
      expect(await messageOf(finishAddingPasskey(viewer, secret, fields))).toMatch(/not be added/);
    }
    for (const viewer of [mara, ida]) expect(await readPasskeys(viewer)).toEqual([]);
  });

  test.each([
    ["without attestation", {}, "done"],
    ["with an attestation", { format: "packed" }, "refused"],
    ["in a frame of a site that is not named", { crossOrigin: true }, "refused"],
    ["with another site around it", { topOrigin: "https://evil.example" }, "refused"],
  ] as const)("takes a response %s", async (_, changes, expected) => {
    const { viewer } = await signUpSomebody();
    const { options, step } = await beginAddingPasskey(viewer, input, here);
    const response = createPasskey({ challenge: options.challenge, ...changes });
    const adding = finishAddingPasskey(viewer, step, { name: "A key", response, origin });
    const added = expected === "done";
    expect(await messageOf(adding)).toMatch(added ? /^done$/ : /not be added/);
    expect(await readPasskeys(viewer)).toHaveLength(added ? 1 : 0);
  });

  test("is refused beyond the limit, for simultaneous requests too", async () => {
    const { viewer } = await signUpSomebody();
    const add = (key: string) =>
      addPasskey({
        userId: viewer.id,
        name: "A key",
        credentialId: `${viewer.id} ${key}`,
        publicKey: "public",
        counter: 0,
        transports: [],
      });
    for (let i = 1; i < MAX_PASSKEYS; i += 1) expect(await add(String(i))).toBe("added");
    expect(await add("1")).toBe("exists");
    await Promise.all(["a", "b", "c"].map(add));
    const user = new mongoose.Types.ObjectId(viewer.id);
    expect(await collection("passkeys").countDocuments({ user })).toBeLessThanOrEqual(MAX_PASSKEYS);
    await add("last");
    expect(await add("one more")).toBe("tooMany");
    expect(await collection("passkeys").countDocuments({ user })).toBe(MAX_PASSKEYS);
  });
});

test("users can remove only their own passkeys, with the password", async () => {
  const [mara, ida] = [(await signUpSomebody()).viewer, (await signUpSomebody()).viewer];
  await addDevice(mara);
  const [{ id: passkey } = { id: "" }] = await readPasskeys(mara);
  const remove = (viewer: typeof mara, typed = {}) =>
    messageOf(removeOwnPasskey(viewer, { passkey, currentPassword: PASSWORD, ...typed }, here));
  expect(await remove(ida)).toBe("Passkey not found");
  expect(await remove(mara, { passkey: "nothing" })).toBe("Passkey not found");
  expect(await remove(mara, { currentPassword: "wrong guess!" })).toMatch(/not your password/);
  expect(await remove(mara)).toBe("done");
  expect(await readPasskeys(mara)).toEqual([]);
});

describe("the route for scripts", () => {
  const post = (action: typeof addAction, fields: Record<string, string>, cookie = "") => {
    const body = new URLSearchParams(fields);
    const request = new Request(`${origin}/login/passkey`, {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
    const context = { clientAddress: "192.0.2.1", requestId: "1", nonce: "" };
    return action({ request, context, params: {} } as never);
  };

  test.each([
    [{ intent: "steal" }, 400],
    [{ intent: "finish", answer: "{" }, 400],
    [{ intent: "finish", answer: `{"id":{"$gt":""},"response":{}}` }, 400],
    [{ intent: "finish", answer: `{"id":"x","response":{}}` }, 401],
    [{ intent: "begin", step: "second" }, 401],
  ] as [Record<string, string>, number][])("refuses the post %j", async (fields, status) => {
    const { step } = await beginPasskeySignIn(here);
    const answer = await post(signInAction, fields, `passkey=${step}; step=${step}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("begins adding a passkey only with a session and valid fields", async () => {
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
