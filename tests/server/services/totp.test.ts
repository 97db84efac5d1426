/** Codes of authenticator apps, against the vectors of RFC 6238. */
import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { newTotpSecret, stepOfCode, totpUri } from "~/services/accounts/codes.server";

/** RFC 6238, appendix B, for SHA-1: seconds since 1970, and a code of eight digits. Its last six are the short code. */
const VECTORS: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const at = (seconds: number) => new Date(seconds * 1000);

test.each(VECTORS)(
  "the code of the RFC at %i seconds is valid a step early and late",
  (...vector) => {
    const [seconds, eightDigits] = vector;
    const code = eightDigits.slice(-6);
    const step = Math.floor(seconds / 30);
    for (const moment of [seconds, step * 30 - 1, step * 30 + 59])
      expect(stepOfCode(RFC_SECRET, code, at(moment))).toBe(step);
    for (const moment of [step * 30 - 31, step * 30 + 60])
      expect(stepOfCode(RFC_SECRET, code, at(moment))).toBeNull();
    expect(stepOfCode(newTotpSecret(), code, at(seconds))).toBeNull();
  },
);

test.each([
  ["287082", 1],
  ["287 082", null],
  ["", null],
  ["２８７０８２", null],
])("the code %j is of step %s", (typed, step) => {
  expect(stepOfCode(RFC_SECRET, typed, at(59))).toBe(step);
});

test("secrets have 160 bits and are unique", () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("the URI for the app has all parameters", () => {
  const uri = new URL(totpUri(RFC_SECRET, "mara@example.org"));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Quorum:mara%40example.org\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Quorum",
    secret: RFC_SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
