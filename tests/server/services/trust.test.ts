import { beforeEach, describe, expect, test } from "vitest";
import { DAMPING, MIN_PARTS } from "~/domain/sentiment/trust";
import type { Viewer } from "~/domain/viewer";
import { addUpvote } from "~/models/upvote.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { markEmailProven } from "~/services/accounts/email.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { removeArticle } from "~/services/articles/removal.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import {
  openTrust,
  openTrustAt,
  refreshTrust,
  refreshTrustDaily,
} from "~/services/recommendations/trust.server";
import { rowsOf, useDatabase } from "../../setup/database";
import { addArticle, addUser, upvoteArticle } from "../../setup/people";

/** What a supporter of at most six people passes on to each. */
const d = DAMPING / MIN_PARTS;

useDatabase();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Somebody upvotes a new article of somebody else. @returns the article's id */
async function support(supporter: Viewer, author: Viewer, createdAt = new Date()): Promise<string> {
  const { id } = await addArticle({ author });
  const isUnproven = !supporter.hasProvenEmail;
  await addUpvote({ kind: "article", id }, supporter.id, { createdAt, isUnproven });
  return id;
}

const readTrust = async (ids: readonly string[]) => (await openTrust()).of(ids);
const readTrustFacts = async () => (await openTrust()).facts;

/** Computes trust anew. @returns that in some people */
async function trustIn(...people: Viewer[]): Promise<(number | undefined)[]> {
  await refreshTrust();
  const found = await readTrust(people.map(({ id }) => id));
  return people.map(({ id }) => found.get(id));
}

let root: Viewer;
let ida: Viewer;
let jun: Viewer;
beforeEach(async () => {
  root = await addUser({ isMember: true, createdAt: daysAgo(300) });
  [ida, jun] = await Promise.all([addUser(), addUser()]);
});

describe("trust flows", () => {
  test("from members over upvotes of others' articles", async () => {
    expect(await trustIn(root, ida, jun)).toEqual([1, 0, 0]);
    const article = await support(root, ida);
    await support(ida, jun);
    await support(ida, ida);
    await upvoteArticle(jun, article);
    expect(await trustIn(root, ida, jun)).toEqual([
      1,
      expect.closeTo(d / (1 - d ** 2)),
      expect.closeTo(d ** 2 / (1 - d ** 2)),
    ]);
    expect(await readTrustFacts()).toEqual({
      computedAt: expect.any(Date),
      roots: 1,
      areGrants: true,
      people: 3,
      upvotes: 3,
    });
    expect(await rowsOf("trust")).toEqual(
      expect.arrayContaining([expect.objectContaining({ supporters: 2 })]),
    );
  });

  test("only over upvotes of the last 180 days", async () => {
    await support(root, ida, daysAgo(179.99));
    await support(root, jun, daysAgo(180.01));
    await support(root, jun, daysAgo(-1));
    expect(await trustIn(ida, jun)).toEqual([d, 0]);
  });

  test("not over an upvote of a comment", async () => {
    const comment = await commentOnArticle(ida, (await addArticle()).id, { content: "Yes." });
    expect(await upvote(root, { kind: "comment", id: comment.id })).toBe(1);
    expect(await trustIn(root, ida)).toEqual([1, 0]);
    expect(await readTrustFacts()).toMatchObject({ upvotes: 0 });
  });

  test("not over an upvote that is gone, nor to the author of a removed article", async () => {
    const [withdrawn, removed] = [await support(root, ida), await support(root, jun)];
    expect(await trustIn(ida, jun)).toEqual([d, d]);
    await withdrawUpvote(root, { kind: "article", id: withdrawn });
    expect(await trustIn(ida, jun)).toEqual([0, d]);
    await removeArticle(removed);
    expect(await trustIn(ida, jun)).toEqual([0, 0]);
  });

  test("neither from nor to accounts with an unproven address", async () => {
    const unproven = await addUser({ isMember: true, hasUnprovenEmail: true });
    await support(unproven, ida);
    await support(root, unproven);
    await support(root, jun);
    expect(await trustIn(ida, jun, unproven)).toEqual([0, d, undefined]);
    await markEmailProven(unproven.id, unproven.email);
    expect(await trustIn(ida, jun, unproven)).toEqual([expect.closeTo(d * (1 + d)), d, 1]);
  });

  test("not to who owns what a deleted account has left, and not to a new account of the same person", async () => {
    await support(root, ida);
    await support(root, jun);
    expect(await trustIn(ida, jun)).toEqual([d, d]);
    await deleteAccount(ida.email);
    expect((await rowsOf("trust")).map(({ user }) => String(user))).not.toContain(ida.id);
    const back = await addUser({ name: ida.name });
    expect(await trustIn(ida, jun, back)).toEqual([undefined, d, 0]);
    expect(await readTrustFacts()).toMatchObject({ people: 2, upvotes: 1 });
  });
});

describe("trust starts", () => {
  let founders: Viewer[];
  beforeEach(async () => {
    founders = [root, await addUser({ isMember: true }), await addUser({ isMember: true })];
  });

  async function admit(count: number): Promise<Viewer[]> {
    const people = await Promise.all(Array.from({ length: count }, () => addUser()));
    for (const person of people) {
      const { id } = await applyForMembership(person, { statement: "I read a lot." });
      for (const founder of founders) await voteOnApplication(founder, id, true);
    }
    return people;
  }

  test("at those whom an operator made members, while fewer than five were admitted by vote", async () => {
    const four = await admit(4);
    expect(await trustIn(root, ...four, ida)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(await readTrustFacts()).toMatchObject({ roots: 7, areGrants: true });
    const [fifth] = await admit(1);
    expect(await trustIn(root, ...four, fifth!)).toEqual([0, 1, 1, 1, 1, 1]);
    expect(await readTrustFacts()).toMatchObject({ roots: 5, areGrants: false, people: 5 });
  });

  test("not at former members, nor as by vote at those whom an operator has made members again", async () => {
    const [first, ...others] = await admit(6);
    await grantMembership(first!.email, true);
    await trustIn();
    expect(await readTrustFacts()).toMatchObject({ roots: 6, areGrants: false });
    await grantMembership(first!.email, false);
    expect(await trustIn(first!, others[0]!)).toEqual([0, 1]);
    await grantMembership(first!.email, true);
    expect(await trustIn(first!, others[0]!)).toEqual([0, 1]);
    expect(await readTrustFacts()).toMatchObject({ roots: 5, areGrants: false });
  });
});

test("trust as of a time counts the members and upvotes until then", async () => {
  await support(root, ida, daysAgo(20));
  await support(root, jun, daysAgo(10));
  await addUser({ isMember: true, createdAt: new Date() });
  const { facts, of } = await openTrustAt(daysAgo(15));
  expect(facts).toMatchObject({ roots: 1, people: 2, upvotes: 1 });
  expect(await of([ida.id, jun.id])).toEqual(new Map(Object.entries({ [ida.id]: d, [jun.id]: 0 })));
  expect(await rowsOf("trust")).toEqual([]);
});

describe("the stored trust", () => {
  test("is computed when it is first read, then once a day", async () => {
    await support(root, ida);
    expect((await readTrust([ida.id])).get(ida.id)).toBe(d);
    await support(root, jun);
    expect((await readTrust([ida.id])).get(ida.id), "as computed before").toBe(d);
    expect(await refreshTrustDaily()).toMatchObject({ people: 3 });
    expect(await refreshTrustDaily()).toBeNull();
    expect((await readTrust([ida.id])).get(ida.id)).toBe(d);
  });

  test("is that of one computation for who has opened it, and is kept for two", async () => {
    await support(root, ida);
    await refreshTrust();
    const { of } = await openTrust();
    await support(root, jun);
    await refreshTrust();
    const ids = [ida.id, jun.id];
    expect([...(await of(ids)).values()].sort()).toEqual([0, d]);
    expect([...(await readTrust(ids)).values()]).toEqual([d, d]);
    await refreshTrust();
    expect(await rowsOf("trust")).toHaveLength(6);
  });
});
