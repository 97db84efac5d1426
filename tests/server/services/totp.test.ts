/** Codes of authenticator apps, against the vectors of RFC 6238. */
import { Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { newTotpSecret, stepOfCode, totpUri } from "~/services/accounts/totp.server";

/** RFC 6238, appendix B, for SHA-1: seconds since 1970, and a code of eight digits. Its last six are the short code. */
const VECTORS: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const at = (seconds: number) => new Date(seconds * 1000);

describe.each(VECTORS)("at %i seconds", (seconds, eightDigits) => {
  const code = eightDigits.slice(-6);
  const step = Math.floor(seconds / 30);

  test("the code of the RFC belongs to the time step", () => {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(step);
  });

  test("the code is accepted one step early and one late, and no more", () => {
    const begin = step * 30;
    expect(stepOfCode(RFC_SECRET, code, at(begin - 1))).toBe(step);
    expect(stepOfCode(RFC_SECRET, code, at(begin + 59))).toBe(step);
    expect(stepOfCode(RFC_SECRET, code, at(begin - 31))).toBeNull();
    expect(stepOfCode(RFC_SECRET, code, at(begin + 60))).toBeNull();
  });

  test("the code with another secret or another digit is refused", () => {
    expect(stepOfCode(newTotpSecret(), code, at(seconds))).toBeNull();
    const changed = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    expect(stepOfCode(RFC_SECRET, changed, at(seconds))).toBeNull();
  });
});

test.each([
  ["287082", 1],
  ["287 082", null],
  ["", null],
  ["28708", null],
  ["2870820", null],
  ["94287082", null],
  ["+28708", null],
  ["2.8e05", null],
  ["２８７０８２", null],
  ["0x4616a", null],
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
