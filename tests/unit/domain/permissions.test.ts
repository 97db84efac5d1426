import { expect, test } from "vitest";
import {
  hasPower,
  isForMembers,
  isLimited,
  mayFlag,
  mayGenerate,
  mayPreview,
  mayReview,
  mayVote,
  mayWrite,
} from "~/domain/permissions";
import { topics } from "~/domain/topics";

const somebody = {
  id: "1",
  name: "Mara",
  email: "mara@example.org",
  isMember: false,
  hasProvenEmail: true,
  createdAt: new Date("2026-01-01"),
};
const member = { ...somebody, isMember: true };
const slugs = topics.map(({ slug }) => slug);

test("only members may review Tokenomics, and any signed-in user the other hubs", () => {
  expect(slugs.filter(isForMembers)).toEqual(["tokenomics"]);
  expect(slugs.filter((slug) => mayReview(member, slug))).toEqual(slugs);
  expect(slugs.filter((slug) => mayReview(somebody, slug))).toEqual([
    "asset-allocation",
    "macro",
    "stocks",
    "bonds",
    "book-nook",
  ]);
  expect(slugs.filter((slug) => mayReview(null, slug))).toEqual([]);
});

test("only members may vote", () => {
  expect([member, somebody, null].map(mayVote)).toEqual([true, false, false]);
});

test.each([
  ["a member", member, { another: true, theFirst: true, preview: true }],
  ["a signed-in user", somebody, { another: false, theFirst: true, preview: true }],
  ["a visitor", null, { another: false, theFirst: false, preview: false }],
])("%s may generate recommendations, or previews", (_, viewer, expected) => {
  expect({
    another: mayGenerate(viewer, false),
    theFirst: mayGenerate(viewer, true),
    preview: mayPreview(viewer),
  }).toEqual(expected);
});

const day = (date: string) => new Date(`2026-01-${date}`);

test.each([
  ["a new account", somebody, "07", true],
  ["an account of a week", somebody, "08", false],
  ["an unproven one", { ...somebody, hasProvenEmail: false }, "30", true],
  ["one that a moderator has limited", { ...somebody, limitedUntil: day("21") }, "20", true],
  ["one whose limits have ended", { ...somebody, limitedUntil: day("20") }, "20", false],
  ["a new one of a member", member, "07", false],
  ["a new one of a moderator", { ...somebody, role: "moderator" }, "07", false],
] as const)("%s is limited or not", (_, viewer, date, expected) => {
  expect(isLimited(viewer, day(date))).toBe(expected);
});

test("who is suspended neither writes nor flags, and has no powers", () => {
  const moderator = { ...somebody, role: "moderator" } as const;
  const suspended = { ...moderator, suspension: { until: null, decisionId: "1" } };
  const may = [mayWrite, mayFlag, (viewer: typeof moderator) => hasPower(viewer, "decide")];
  expect(may.map((does) => does(moderator))).toEqual([true, true, true]);
  expect(may.map((does) => does(suspended))).toEqual([false, false, false]);
  expect([mayWrite(null), mayFlag(null), hasPower(null, "decide")]).toEqual([false, false, false]);
});
