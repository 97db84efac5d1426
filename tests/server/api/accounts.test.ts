import { describe, expect, test } from "vitest";
import { createUser } from "~/models/user.server";
import { CODE_REQUIRED, WRONG_CODE } from "~/schemas/second-factor";
import { readAccount } from "~/services/account-deletion/account-deletion.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { hashPassword } from "~/services/accounts/passwords.server";
import { GUESSABLE, RESERVED } from "~/services/accounts/sign-up-rules.server";
import { collection, useDatabase } from "../../setup/database";
import { call } from "../../setup/api";
import { addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor } from "../../setup/second-factor";

useDatabase();

const mara = { email: "mara@example.org", password: PASSWORD, name: "Mara" };
const user = {
  id: expect.stringMatching(/^[0-9a-f]{24}$/),
  email: "mara@example.org",
  name: "Mara",
  isMember: false,
};
const token = expect.stringMatching(/^[\w-]{43}$/) as unknown;
const signUp = (fields: object = {}) => call("/api/auth/signup", { body: { ...mara, ...fields } });

describe("POST /api/auth/signup", () => {
  test("returns 201 with a token and the user, and forbids caching", async () => {
    const response = await signUp({ email: " Mara@Example.ORG ", isMember: true });
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(await response.json()).toEqual({ token, user });
  });

  test.each([
    [
      { email: "mara", name: "M!" },
      {
        email: ["Invalid email address"],
        name: ["Name can only contain alphanumeric characters"],
      },
    ],
    [
      { name: "Adm1n", password: "letmein!" },
      { name: [RESERVED], password: [GUESSABLE.common] },
    ],
    [
      { email: "mara@xn--bcher-kva.example", password: "Bücher!2026" },
      { password: [GUESSABLE.personal] },
    ],
  ])("refuses %j with an error for each field", async (fields, fieldErrors) => {
    const response = await signUp(fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "Some fields are invalid.", fieldErrors });
  });

  test("knows an account by both spellings of its international domain", async () => {
    const spellings = ["mara@bücher.example", "MARA@xn--bcher-kva.example"] as const;
    expect((await signUp({ email: spellings[0] })).status).toBe(201);
    for (const email of spellings) {
      expect((await signUp({ email, name: "Other" })).status, email).toBe(409);
      const signedIn = await call("/api/auth/login", { body: { email, password: PASSWORD } });
      expect(await signedIn.json(), email).toMatchObject({
        user: { email: "mara@xn--bcher-kva.example" },
      });
      expect((await grantMembership(email, true)).name, email).toBe("Mara");
      expect((await readAccount(email)).name, email).toBe("Mara");
    }
  });
});

test("POST /api/auth/login returns a token and the user, also for a password that would be refused today", async () => {
  const login = (body: unknown) => call("/api/auth/login", { body });
  const password = "password!";
  const passwordHash = await hashPassword(password);
  await createUser({ email: mara.email, name: mara.name, passwordHash });
  const response = await login({ email: mara.email, password });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ token, user });
});

describe("GET /api/auth/verify", () => {
  const verify = (headers: object) =>
    call("/api/auth/verify", { headers: headers as Record<string, string> });

  test("returns the user of a valid token, whatever the case of the scheme", async () => {
    const { viewer, token } = await addSignedIn({ name: "Mara" });
    const response = await verify({ Authorization: `bearer ${token}` });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...user, id: viewer.id });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Vary")).toBe("Authorization");
  });

  test("returns 401 for any other credentials, and for an expired token", async () => {
    const { token } = await addSignedIn();
    for (const headers of [
      { Cookie: `session=${token}; token=${token}` },
      { Authorization: `Bearer ${token.slice(0, -4)}AAAA` },
      { Authorization: token },
      { Authorization: `Basic ${token}` },
      { Authorization: "Bearer " },
      { Authorization: `Bearer ${token} ${token}` },
      { Authorization: 'Bearer {"$ne":null}' },
      { Authorization: `Bearer ${"x".repeat(10_000)}` },
    ]) {
      expect((await verify(headers)).status, JSON.stringify(headers).slice(0, 99)).toBe(401);
    }
    await collection("sessions").updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await verify({ Authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

test.each([
  ["POST", "/api/account/tokens", { name: "x", scope: "read", days: 7 }, 201],
  ["POST", "/api/account/email", { email: "new@example.org" }, 200],
  ["PUT", "/api/account/password", { password: "a fresh lantern #9" }, 200],
  ["POST", "/api/account/leave", { content: "keep" }, 200],
] as const)(
  "%s %s takes a code if the account has a second factor",
  async (method, path, fields, done) => {
    const { viewer, token } = await signUpSomebody();
    const { codes } = await addSecondFactor(viewer);
    const send = (more: object) =>
      call(path, { method, token, body: { ...fields, currentPassword: PASSWORD, ...more } });
    for (const [more, message] of [
      [{}, CODE_REQUIRED],
      [{ code: "000000" }, WRONG_CODE],
      [{ code: 0 }, "Required"],
    ] as const) {
      const response = await send(more);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ fieldErrors: { code: [message] } });
    }
    expect((await send({ code: codes[0] })).status).toBe(done);
  },
);
