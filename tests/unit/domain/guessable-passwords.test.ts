import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { whyGuessable } from "~/domain/guessable-passwords";

const list = new Set(dictionary["passwords-common"]);
const isCommon = (word: string) => list.has(word);
const known = ["MaraB", "mara.berg", "mara", "berg", "example", "example.org", "Quorum"];
const why = (password: string) => whyGuessable(password, { isCommon, known });

describe("a common password", () => {
  test.each([
    ..."password! P@ssw0rd P@ssw0rd! Passw0rd123! pa$$word1! PASSWORD! pässwörd!".split(" "),
    ..."ｐａｓｓｗｏｒｄ！ !password! 123password! p.a.s.s.w.o.r.d".split(" "),
    "password password!",
    ...["letmein!", "l3tme1n!", "qwerty123!", "12345678!", "1q2w3e4r!", "iloveyou!", "love you!"],
    ...["welcome2026!", "Summer2026!", "dragonfly!", "monkey123!", "admin123!", "Football1!"],
    ...["!!!!!!!a", "aaaaaaaa!", "ab1!ab1!ab1!", "abcdefgh!", "87654321!", "#".repeat(255) + "a"],
  ])("is found in %s", (password) => {
    expect(why(password)).toBe("common");
  });
});

describe("a password of words that are known about the user", () => {
  test.each([
    ...["marab2026!", "M4ra1234!", "maraberg!!1", "Mara.Berg1", "mara@example.org", "berg-mara!"],
    ...["quorum2026!", "Qu0rum123!", "QUORUM!!", "mara@quorum1", "!!berg!!", "maramara!"],
    ...["quorumpassword!", "mara-letmein!"],
  ])("is found in %s", (password) => {
    expect(why(password)).toBe("personal");
  });
});

test.each([
  ...["correct horse battery!", "another password!", "unmistakable!", " Correct horse! "],
  ...[
    "before!\0after",
    "x7!kQ9zp",
    "Tr0ub4dor&3",
    "quorum-correct-horse!",
    "mara likes long walks!",
  ],
  ...["3.14159 or so", "ünbekanntes wört!", "密码是什么呢！", "😀😀 four smiling faces", "k#9", ""],
])("%j is not guessable", (password) => {
  expect(why(password)).toBeNull();
});

test("known words of at most two letters make no password guessable", () => {
  const nobody = { isCommon, known: ["al", "", "..", "b"] };
  expect(whyGuessable("albatross & bees", nobody)).toBeNull();
});

test.each(["p@$$w0rd", "ab1!", "1!|i", "a", "01/01/2001", "é", "😀", "١"])(
  "the longest password of %j is checked quickly",
  (part) => {
    const long = part.repeat(256).slice(0, 255);
    for (const password of [long, `${long}!`, `x${long}`]) why(password);
  },
  30_000,
);
