import { describe, expect, test } from "vitest";
import { signInInput, signUpForm, signUpInput } from "~/schemas/accounts";
import { complaints } from "../../setup/complaints";

const CHARACTERS = "Password must contain alphanumeric characters and at least one symbol";
const TOO_SHORT = "Password must be at least 8 characters";

const good = { email: "mara@example.org", password: "correct horse!", name: "Mara" };

describe("an email must be a valid address", () => {
  test.each([
    "mara@example.org",
    `${"a".repeat(64)}@example.org`,
    "!#$%&'*+/=?^_`{|}~-@example.org",
    "first..last.@example.org",
    `m@${"b".repeat(63)}.org`,
  ])("%s is valid", (email) => {
    expect(complaints(signInInput, { ...good, email })).toEqual({});
  });

  test.each([
    "mara",
    "mara@example",
    "<mara@example.org>",
    "mära@example.org",
    "\u212aim@example.org",
    `${"a".repeat(65)}@example.org`,
    `m@${"b".repeat(64)}.org`,
    `m@${"ü".repeat(60)}.org`, // longer than 63 in ASCII
    `m@${"ü.".repeat(40)}org`, // longer than 254 in ASCII
    "mara@example.org.",
    "mara@xn--a.example",
    "mara@example.org:25",
    "mara@127.0.0.1",
    "mara@0x7f.1",
  ])("%j is not", (email) => {
    expect(complaints(signInInput, { ...good, email })).toEqual({
      email: ["Invalid email address"],
    });
  });

  test("an address has at most 254 characters", () => {
    // The labels of its domain are short, so that nothing else makes it invalid.
    const email = (length: number) => `${"a".repeat(length - 252)}@${"b.".repeat(124)}org`;
    expect(email(254)).toHaveLength(254);
    expect(complaints(signInInput, { ...good, email: email(254) })).toEqual({});
    expect(complaints(signInInput, { ...good, email: email(255) })).toEqual({
      email: ["Invalid email address"],
    });
  });

  test("an address is converted to lower case and trimmed", () => {
    expect(signInInput.parse({ ...good, email: "  Mara@Example.ORG\n" }).email).toBe(
      "mara@example.org",
    );
  });

  test.each([
    ["ida@bücher.example", "ida@xn--bcher-kva.example"],
    ["ida@bu\u0308cher.example", "ida@xn--bcher-kva.example"],
    ["ida@ｅｘａｍｐｌｅ．ｏｒｇ", "ida@example.org"],
    ["ida@例え。テスト", "ida@xn--r8jz45g.xn--zckzah"],
    ["ida@straße.example", "ida@xn--strae-oqa.example"],
  ])("%s is stored as %s", (email, stored) => {
    expect(signInInput.parse({ ...good, email }).email).toBe(stored);
    expect(signInInput.parse({ ...good, email: stored }).email).toBe(stored);
  });
});

describe("a password has 8 characters, a letter or digit, and a symbol", () => {
  test.each(["abcdefg!", "пароль—да", "a😀bcdefg", `!${"x".repeat(255)}`])(
    "%j is valid",
    (password) => {
      expect(complaints(signInInput, { ...good, password })).toEqual({});
    },
  );

  test.each([
    { password: "abcdef!", messages: [TOO_SHORT] },
    { password: "abcdefgh", messages: [CHARACTERS] },
    { password: "abcd efgh", messages: [CHARACTERS] },
    { password: "abc", messages: [TOO_SHORT, CHARACTERS] },
  ])("$password is not", ({ password, messages }) => {
    expect(complaints(signInInput, { ...good, password })).toEqual({ password: messages });
  });

  test("a password has at most 256 characters", () => {
    expect(complaints(signInInput, { ...good, password: `!${"x".repeat(256)}` })).toEqual({
      password: ["Password must be 256 characters or less"],
    });
  });

  test("a password is kept as it was typed, including white space", () => {
    expect(signInInput.parse({ ...good, password: " abcdef! " }).password).toBe(" abcdef! ");
  });
});

describe("a name has 2 to 20 letters and digits", () => {
  test.each(["ab", "42", "DryPowder77", "x".repeat(20)])("%s is valid", (name) => {
    expect(complaints(signUpInput, { ...good, name })).toEqual({});
  });

  const TOO_SHORT_NAME = "Name must be at least 2 characters";
  const ALPHANUMERIC = "Name can only contain alphanumeric characters";
  test.each([
    { name: "a", messages: [TOO_SHORT_NAME] },
    { name: "x".repeat(21), messages: ["Name must be 20 characters or less"] },
    { name: "mara voss", messages: [ALPHANUMERIC] },
    { name: "маra", messages: [ALPHANUMERIC] },
    { name: "!", messages: [TOO_SHORT_NAME, ALPHANUMERIC] },
    { name: "", messages: ["Required"] },
  ])("$name is not", ({ name, messages }) => {
    expect(complaints(signUpInput, { ...good, name })).toEqual({ name: messages });
  });
});

describe("the sign-up form asks for the password twice", () => {
  test("and reports a difference at the second, besides other errors", () => {
    expect(complaints(signUpForm, { ...good, confirmPassword: "correct horse?" })).toEqual({
      confirmPassword: ["Passwords don't match"],
    });
    expect(
      complaints(signUpForm, { email: "x", password: "short", name: "!", confirmPassword: "y" }),
    ).toEqual({
      email: ["Invalid email address"],
      password: [TOO_SHORT, CHARACTERS],
      name: ["Name must be at least 2 characters", "Name can only contain alphanumeric characters"],
      confirmPassword: ["Passwords don't match"],
    });
  });

  test("and reports of an empty one only that it is required", () => {
    const form = { ...good, password: "", confirmPassword: "" };
    const required = ["Required"];
    expect(complaints(signUpForm, form)).toEqual({ password: required, confirmPassword: required });
    expect(complaints(signUpForm, { ...form, password: good.password })).toEqual({
      confirmPassword: required,
    });
    expect(complaints(signUpForm, { ...form, confirmPassword: good.password })).toEqual({
      password: required,
    });
  });

  test("and the API only once", () => {
    expect(signUpInput.parse({ ...good, confirmPassword: "something else" })).toEqual(good);
  });
});

describe("a missing value, or one that is not a text, is required", () => {
  test.each([undefined, null, 12345678, true, {}, { $ne: null }, { $regex: ".*" }])(
    "%j",
    (value) => {
      const nothing = { email: value, password: value, name: value, confirmPassword: value };
      expect(complaints(signUpForm, nothing)).toEqual({
        email: ["Required"],
        password: ["Required"],
        name: ["Required"],
        confirmPassword: ["Required"],
      });
    },
  );
});

test("unknown fields are dropped", () => {
  const input = { ...good, isMember: true, passwordHash: "x", ["__proto__"]: { isMember: true } };
  expect(signUpInput.parse(input)).toEqual(good);
});
