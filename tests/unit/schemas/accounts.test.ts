import { describe, expect, test } from "vitest";
import { z } from "zod";
import { signInInput, signUpForm, signUpInput } from "~/schemas/accounts";

const CHARACTERS = "Password must contain alphanumeric characters and at least one symbol";
const TOO_SHORT = "Password must be at least 8 characters";

/** The messages of each invalid field; `{}` if all are valid. */
function complaints(schema: z.ZodType, input: unknown): Record<string, string[] | undefined> {
  const result = schema.safeParse(input);
  return result.success ? {} : z.flattenError(result.error).fieldErrors;
}

const good = { email: "mara@example.org", password: "correct horse!", name: "Mara" };

describe("an email must be a valid address", () => {
  test.each([
    "mara@example.org",
    "mara.voss+news@mail.example.org",
    "m@example.co",
    "o'hara@example.org",
    `${"a".repeat(64)}@example.org`,
    "o&leary@example.org",
    "!#$%&'*+/=?^_`{|}~-@example.org",
    "first..last.@example.org", // Japanese providers have issued such addresses.
    "mara@a.b",
    `m@${"b".repeat(63)}.org`,
  ])("%s is valid", (email) => {
    expect(complaints(signInInput, { ...good, email })).toEqual({});
  });

  test.each([
    "mara",
    "mara@",
    "@example.org",
    "mara@example",
    "mara @example.org",
    "mara@exam ple.org",
    "mara@@example.org",
    "mara@example.org, ida@example.org",
    "<mara@example.org>",
    "mara\n@example.org",
    "mära@example.org",
    "\u212aim@example.org", // the Kelvin sign, whose lower case is k
    "ｍａｒａ@example.org",
    '"mara"@example.org',
    `${"a".repeat(65)}@example.org`,
    `m@${"b".repeat(64)}.org`,
    `m@${"ü".repeat(60)}.org`, // longer than 63 in ASCII
    "mara@example.org.",
    "mara@-example.org",
    "mara@exa_mple.org",
    "mara@bücher",
    "mara@xn--a.example",
    "mara@ex%61mple.org",
    "mara@example.org:25",
    "mara@example.org/x",
    "mara@127.0.0.1",
    "mara@１２７.0.0.1",
    "mara@0x7f.1",
    "mara@[127.0.0.1]",
    "mara@ida@example.org",
    "   ",
    "javascript:alert(1)",
  ])("%j is not", (email) => {
    expect(complaints(signInInput, { ...good, email })).toEqual({
      email: ["Invalid email address"],
    });
  });

  test("an address has at most 254 characters", () => {
    const email = (length: number) => `a@${"b".repeat(length - 6)}.org`;
    expect(email(254)).toHaveLength(254);
    expect(complaints(signInInput, { ...good, email: email(255) })).toEqual({
      email: ["Invalid email address"],
    });
    expect(complaints(signInInput, { ...good, email: "a".repeat(1_000_000) })).toEqual({
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
    ["ida@BÜCHER.Example", "ida@xn--bcher-kva.example"],
    ["ida@bu\u0308cher.example", "ida@xn--bcher-kva.example"],
    ["ida@XN--BCHER-KVA.example", "ida@xn--bcher-kva.example"],
    ["ida@ｅｘａｍｐｌｅ．ｏｒｇ", "ida@example.org"],
    ["ida@例え。テスト", "ida@xn--r8jz45g.xn--zckzah"],
    ["ida@почта.рф", "ida@xn--80a1acny.xn--p1ai"],
    ["ida@straße.example", "ida@xn--strae-oqa.example"],
    ["ida@exam\u00adple.org", "ida@example.org"],
  ])("%s is stored as %s", (email, stored) => {
    expect(signInInput.parse({ ...good, email }).email).toBe(stored);
    expect(signInInput.parse({ ...good, email: stored }).email).toBe(stored);
  });
});

describe("a password has 8 characters, a letter or digit, and a symbol", () => {
  test.each([
    "abcdefg!",
    "1234567-",
    "пароль—да",
    "密码密码密码密码。",
    "with spaces_",
    "a😀bcdefg",
    `!${"x".repeat(255)}`,
  ])("%j is valid", (password) => {
    expect(complaints(signInInput, { ...good, password })).toEqual({});
  });

  test.each([
    { password: "abc!", messages: [TOO_SHORT] },
    { password: "abcdef!", messages: [TOO_SHORT] },
    { password: "abcdefgh", messages: [CHARACTERS] },
    { password: "12345678", messages: [CHARACTERS] },
    { password: "!!!!!!!!", messages: [CHARACTERS] },
    { password: "abcd efgh", messages: [CHARACTERS] }, // a space is not a symbol
    { password: "        ", messages: [CHARACTERS] },
    { password: "\t\n!!!!!!", messages: [CHARACTERS] },
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
  test.each(["ab", "A1", "42", "DryPowder77", "x".repeat(20)])("%s is valid", (name) => {
    expect(complaints(signUpInput, { ...good, name })).toEqual({});
  });

  const TOO_SHORT_NAME = "Name must be at least 2 characters";
  const ALPHANUMERIC = "Name can only contain alphanumeric characters";
  test.each([
    { name: "a", messages: [TOO_SHORT_NAME] },
    { name: "x".repeat(21), messages: ["Name must be 20 characters or less"] },
    { name: "mara voss", messages: [ALPHANUMERIC] },
    { name: " mara", messages: [ALPHANUMERIC] },
    { name: "mara\n", messages: [ALPHANUMERIC] },
    { name: "mara_voss", messages: [ALPHANUMERIC] },
    { name: "<b>mara</b>", messages: [ALPHANUMERIC] },
    { name: "Márá", messages: [ALPHANUMERIC] },
    { name: "маra", messages: [ALPHANUMERIC] }, // Cyrillic letters
    { name: "ma\u200bra", messages: [ALPHANUMERIC] },
    { name: "!", messages: [TOO_SHORT_NAME, ALPHANUMERIC] },
    { name: "", messages: ["Required"] },
  ])("$name is not", ({ name, messages }) => {
    expect(complaints(signUpInput, { ...good, name })).toEqual({ name: messages });
  });
});

describe("the sign-up form asks for the password twice", () => {
  test("and accepts two equal ones", () => {
    const form = { ...good, confirmPassword: good.password };
    expect(signUpForm.parse(form)).toEqual(form);
  });

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
  test.each([undefined, null, 12345678, true, {}, { $ne: null }, { $gt: "" }, { $regex: ".*" }])(
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

  test("a list is not a text, whatever it contains", () => {
    const list = ["mara@example.org"];
    const fields = complaints(signUpInput, { email: list, password: list, name: list });
    expect(Object.keys(fields)).toEqual(["email", "password", "name"]);
    for (const messages of Object.values(fields)) expect(messages).toEqual(["Required"]);
  });

  test("an empty input, or none", () => {
    const required = { email: ["Required"], password: ["Required"] };
    expect(complaints(signInInput, {})).toEqual(required);
    for (const input of [null, undefined, "text", 7, [], [good]])
      expect(signInInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });
});

test("unknown fields are dropped", () => {
  const input = { ...good, isMember: true, passwordHash: "x", ["__proto__"]: { isMember: true } };
  expect(signUpInput.parse(input)).toEqual(good);
  expect(
    signUpInput.parse(
      JSON.parse(
        '{"__proto__": {"isMember": true}, "email": "mara@example.org", "password": "correct horse!", "name": "Mara"}',
      ),
    ),
  ).toEqual(good);
});
