/**
 * A report of the app through `console.error` (a React warning, a failed query) fails the test during
 * which it happens, unless the test has declared it with `expectConsoleError()`.
 */
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

let reported: string[] = [];
let expected: RegExp[] = [];
const original = console.error;

afterEach(() => {
  const surprises = reported.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !reported.some((text) => pattern.test(text)));
  reported = [];
  expected = [];
  if (surprises.length > 0) {
    throw new Error(`console.error was called during the test:\n${surprises.join("\n")}`);
  }
  if (missing.length > 0) {
    throw new Error(`Expected in console.error, but not seen: ${missing.join(", ")}`);
  }
});

console.error = (...values: unknown[]) => {
  const text = format(...values);
  reported.push(text);
  // An expected report is part of the test and would only clutter its output.
  if (!expected.some((pattern) => pattern.test(text))) original(...values);
};

// Restored after each file, because files share the console but not this module's hooks.
afterAll(() => {
  console.error = original;
});

/** Declares that this test makes the app report an error whose text matches. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}
