import { describe, expect, test } from "vitest";
import { codeInput } from "~/schemas/second-factor";

describe("a code is read as its letters and digits", () => {
  test.each([
    ["492039"],
    ["492-039"],
    [" 492 039\n"],
    ["492\u3000039"],
    ["\u2066492\u200b039\u2069"],
    ["４９２０３９"],
    ["٤٩٢٠٣٩"],
    ["𝟒𝟗𝟐𝟎𝟑𝟗"],
    ["4️⃣9️⃣2️⃣0️⃣3️⃣9️⃣"],
    ["4٩２०39"],
  ])("%j", (code) => {
    expect(codeInput.parse({ code })).toEqual({ code: "492039" });
  });

  test.each([
    ["7h3kq2-abcdef", "7h3kq2abcdef"],
    ["٧h٣kq٢ abcdef", "7h3kq2abcdef"],
    ["492о39", "492о39"], // with a Cyrillic letter, which is no digit
    ["---", ""],
  ])("%j as %j", (code, read) => {
    expect(codeInput.parse({ code })).toEqual({ code: read });
  });

  test.each([
    ["", "Required"],
    ["1".repeat(101), "This code is wrong, too old, or has been used."],
  ])("but not %j", (code, message) => {
    expect(codeInput.safeParse({ code }).error?.issues).toMatchObject([{ message }]);
  });
});
