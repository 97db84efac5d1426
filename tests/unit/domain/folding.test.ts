/** Which texts a search considers the same. Those of `foldTitle` are in work-score.test.ts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compose, foldText, foldTitle } from "~/domain/folding";

test.each([
  ["O’Leary", "o'leary"],
  ["Zu\u0308rich", "zurich"],
  ["ＢＴＣ　ＥＴＦ", "btc etf"],
  ["pump\u200band\u200bdump", "pumpanddump"],
  ["Ærø, Łódź", "aero, lodz"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["“Big” «Short»", '"big" "short"'],
  ["1929–1939 — −5", "1929-1939 - -5"],
  ["P⁄E ½", "p/e 1/2"],
  ["المُـدَرِّس", "المدرس"],
  ["मुद्रा", "मुद्रा"],
  ["x\u2066y\u2069 ❤\ufe0f", "xy ❤"],
  ["  a\u00a0\u3000b\n\tc ", "a b c"],
])("%j is %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      for (const fold of [foldTitle, foldText, compose]) expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});
