import { expect, test } from "vitest";
import {
  isForMembers,
  mayGenerateMomentum,
  mayGenerateSentiment,
  mayReview,
  mayVote,
} from "~/domain/permissions";
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

test("Tokenomics is reviewed by members, every other hub by whoever is signed in", () => {
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

test("members vote", () => {
  expect([member, somebody, null].map(mayVote)).toEqual([true, false, false]);
});

test("members have momentum recommendations generated; the first one, whoever is signed in", () => {
  const people = [member, somebody, null];
  expect(people.map((viewer) => mayGenerateMomentum(viewer, false))).toEqual([true, false, false]);
  expect(people.map((viewer) => mayGenerateMomentum(viewer, true))).toEqual([true, true, false]);
});

test("whoever is signed in has sentiment recommendations generated", () => {
  expect([member, somebody, null].map(mayGenerateSentiment)).toEqual([true, true, false]);
});
