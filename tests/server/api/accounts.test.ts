import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { site } from "~/config/site";
import { createUser } from "~/models/user.server";
import { CODE_REQUIRED, WRONG_CODE } from "~/schemas/second-factor";
import { readAccount } from "~/services/account-deletion/account-deletion.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { hashPassword } from "~/services/accounts/passwords.server";
import { GUESSABLE, RESERVED } from "~/services/accounts/sign-up-rules.server";
import { useDatabase } from "../../setup/database";
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
const TOKEN = /^[\w-]{43}$/;

describe("POST /api/auth/signup", () => {
  test("returns 201 with a token and the user, and forbids caching", async () => {
    const response = await call("/api/auth/signup", { body: mara });
    expect(response.status).toBe(201);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(await response.json()).toEqual({ token: expect.stringMatching(TOKEN), user });
  });

  test("accepts the email in any case", async () => {
    const response = await call("/api/auth/signup", {
      body: { ...mara, email: " Mara@Example.ORG " },
    });
    expect(await response.json()).toMatchObject({ user });
  });

  test("returns the same 409 for a taken email and a taken name", async () => {
    await call("/api/auth/signup", { body: mara });
    for (const taken of [
      { ...mara, name: "Other" },
      { ...mara, email: "MARA@example.org", name: "Other" },
      { ...mara, email: "other@example.org", name: "mara" },
    ]) {
      const response = await call("/api/auth/signup", { body: taken });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ error: "Signup failed" });
    }
  });

  test("returns an error for each invalid field", async () => {
    const response = await call("/api/auth/signup", {
      body: { email: "mara", password: "secret", name: "M!" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "Some fields are invalid.",
      fieldErrors: {
        email: ["Invalid email address"],
        password: [
          "Password must be at least 8 characters",
          "Password must contain alphanumeric characters and at least one symbol",
        ],
        name: ["Name can only contain alphanumeric characters"],
      },
    });
  });

  test.each([
    [{ password: "P@ssw0rd!" }, { password: [GUESSABLE.common] }],
    [{ password: "mara@example.org" }, { password: [GUESSABLE.personal] }],
    [{ password: `${site.name}2026!` }, { password: [GUESSABLE.personal] }],
    [{ password: "localhost!!1" }, { password: [GUESSABLE.personal] }],
    [{ password: "L0calh0st-2026" }, { password: [GUESSABLE.personal] }],
    [
      { email: "mara@xn--bcher-kva.example", password: "Bücher!2026" },
      { password: [GUESSABLE.personal] },
    ],
    [
      { email: "mara@old-pigeon.example", password: "Pigeon!!1" },
      { password: [GUESSABLE.personal] },
    ],
    [{ name: "Adm1n" }, { name: [RESERVED] }],
    [
      { name: site.name, password: "letmein!" },
      { name: [RESERVED], password: [GUESSABLE.common] },
    ],
  ])("refuses %j with an error for the field", async (fields, fieldErrors) => {
    const response = await call("/api/auth/signup", { body: { ...mara, ...fields } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "Some fields are invalid.", fieldErrors });
  });

  test("knows an account by both spellings of its international domain", async () => {
    const spellings = ["mara@bücher.example", "MARA@xn--bcher-kva.example"] as const;
    const { status } = await call("/api/auth/signup", { body: { ...mara, email: spellings[0] } });
    expect(status).toBe(201);
    for (const email of spellings) {
      const again = await call("/api/auth/signup", { body: { ...mara, email, name: "Other" } });
      expect(again.status, email).toBe(409);
      const signedIn = await call("/api/auth/login", { body: { email, password: PASSWORD } });
      expect(await signedIn.json(), email).toMatchObject({
        user: { email: "mara@xn--bcher-kva.example" },
      });
      expect((await grantMembership(email, true)).name, email).toBe("Mara");
      expect((await readAccount(email)).name, email).toBe("Mara");
    }
  });

  test("treats a name that looks like a taken one as taken", async () => {
    await call("/api/auth/signup", { body: mara });
    const other = { ...mara, email: "other@example.org", name: "rnara" };
    const response = await call("/api/auth/signup", { body: other });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: "Signup failed" });
  });

  test("ignores a claimed membership", async () => {
    const response = await call("/api/auth/signup", { body: { ...mara, isMember: true } });
    expect(await response.json()).toMatchObject({ user: { isMember: false } });
  });
});

describe("POST /api/auth/login", () => {
  test("accepts a common password that was set before such passwords were refused", async () => {
    const passwordHash = await hashPassword("password!");
    await createUser({ email: mara.email, name: mara.name, passwordHash });
    const body = { email: mara.email, password: "password!" };
    expect((await call("/api/auth/login", { body })).status).toBe(200);
  });

  test("returns a token and the user", async () => {
    await call("/api/auth/signup", { body: mara });
    const { email, password } = mara;
    const response = await call("/api/auth/login", { body: { email, password } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ token: expect.stringMatching(TOKEN), user });
  });

  test("returns the same 401 for an unknown email and a wrong password", async () => {
    await call("/api/auth/signup", { body: mara });
    for (const wrong of [
      { email: mara.email, password: "wrong guess!" },
      { email: "nobody@example.org", password: PASSWORD },
    ]) {
      const response = await call("/api/auth/login", { body: wrong });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toEqual({ error: "Login failed" });
    }
  });

  test.each([
    { email: { $ne: null }, password: { $ne: null } },
    { email: { $gt: "" }, password: PASSWORD },
    { email: "mara@example.org", password: { $regex: ".*" } },
    { email: ["mara@example.org"], password: [PASSWORD] },
    { email: 1, password: true },
    {},
    { email: null, password: null },
  ])("accepts only strings: %j is a 400", async (body) => {
    await call("/api/auth/signup", { body: mara });
    const response = await call("/api/auth/login", { body });
    expect(response.status).toBe(400);
    const { error, fieldErrors } = await response.json();
    expect(error).toBe("Some fields are invalid.");
    for (const messages of Object.values<string[]>(fieldErrors))
      expect(messages[0]).toBe("Required");
  });
});

describe("GET /api/auth/verify", () => {
  test("returns the user of a valid token", async () => {
    const { viewer, token } = await addSignedIn({ name: "Mara" });
    const response = await call("/api/auth/verify", { token });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...user, id: viewer.id });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Vary")).toBe("Authorization");
  });

  test("returns 401 with WWW-Authenticate for any other credentials", async () => {
    const { token, browserSecret, cookie } = await addSignedIn();
    const attempts: Record<string, Record<string, string>> = {
      "no token": {},
      "a browser's session": { Authorization: `Bearer ${browserSecret}` },
      "a cookie": { Cookie: cookie },
      "a token in a cookie": { Cookie: `session=${token}; token=${token}` },
      "a token never given": { Authorization: `Bearer ${token.slice(0, -4)}AAAA` },
      "no scheme": { Authorization: token },
      "another scheme": { Authorization: `Basic ${token}` },
      "an empty token": { Authorization: "Bearer " },
      "two tokens": { Authorization: `Bearer ${token} ${token}` },
      "what is no token": { Authorization: 'Bearer {"$ne":null}' },
      "a very long one": { Authorization: `Bearer ${"x".repeat(10_000)}` },
    };
    for (const [what, headers] of Object.entries(attempts)) {
      const response = await call("/api/auth/verify", { headers });
      expect(response.status, what).toBe(401);
      expect(response.headers.get("WWW-Authenticate"), what).toBe("Bearer");
      expect(await response.json(), what).toEqual({ error: "Authentication required" });
    }
  });

  test("refuses an expired token", async () => {
    const { token } = await addSignedIn();
    await mongoose.connection
      .collection("sessions")
      .updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await call("/api/auth/verify", { token })).status).toBe(401);
  });

  test("accepts the scheme in any case", async () => {
    const { token } = await addSignedIn();
    const headers = { Authorization: `bearer ${token}` };
    expect((await call("/api/auth/verify", { headers })).status).toBe(200);
  });
});

describe.each([
  ["POST", "/api/account/tokens", { name: "x", scope: "read", days: 7 }, 201],
  ["POST", "/api/account/email", { email: "new@example.org" }, 200],
  ["PUT", "/api/account/password", { password: "a fresh lantern #9" }, 200],
  ["POST", "/api/account/leave", { content: "keep" }, 200],
] as const)("%s %s", (method, path, fields, done) => {
  test("takes a code if the account has a second factor", async () => {
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
  });
});
