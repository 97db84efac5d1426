import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventKindNames, eventKinds, parseEvent } from "~/schemas/events";

const user = "65f0c0ffee65f0c0ffee65f0";

test("an event has an account and fields of its own", () => {
  expect(parseEvent({ kind: "sign-in", user, sessions: ["browser"] })).toEqual({
    user,
    details: { sessions: ["browser"] },
  });
  expect(parseEvent({ kind: "sign-in-failed" })).toEqual({ user: null, details: {} });
});

test("unknown fields are left out", () => {
  const event = { kind: "sign-out" as const, user, password: "secret", email: "a@b.example" };
  expect(parseEvent(event)).toEqual({ user, details: {} });
});

test.each([
  ["x".repeat(9_000), "x".repeat(100)],
  [`${"x".repeat(99)}😀`, `${"x".repeat(99)}😀`],
  [`${"x".repeat(99)}👍🏽`, "x".repeat(99)],
])("text from outside is truncated between two characters (%#)", (origin, expected) => {
  const { details } = parseEvent({ kind: "foreign-origin", origin, own: "https://a.example" });
  expect(details.origin).toBe(expected);
});

test.each([
  { kind: "sign-in" as const, user: "Mara", sessions: [] },
  { kind: "membership-changed" as const, user, isMember: "yes", by: "operator" },
])("%o is not a valid event", (event) => {
  expect(() => parseEvent(event as never)).toThrow();
});

test("docs/events.md has every kind with its level and fields, and no other", () => {
  const rows = [
    ...readFileSync("docs/events.md", "utf8").matchAll(/^\| `([a-z-]+)` \| (\w+) \| (.*?) \|/gm),
  ].map(([, kind, level, fields]) => [
    kind,
    level,
    [...(fields ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
  ]);
  expect(rows).toEqual(
    eventKindNames.map((kind) => {
      const { level, fields } = eventKinds[kind];
      return [kind, level, Object.keys(fields.shape).sort()];
    }),
  );
});
