import { expect, test } from "vitest";
import { isForMembers, mayGenerate, mayPreview, mayReview, mayVote } from "~/domain/permissions";
import { topics } from "~/domain/topics";

const somebody = {
  id: "1",
  name: "Mara",
  email: "mara@example.org",
  isMember: false,
  hasProvenEmail: true,
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
