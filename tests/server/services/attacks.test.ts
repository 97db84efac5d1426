/** Attacks on the allocation and on the headline by false accounts, on the services as they run, with limits. */
import { describe, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { attackedCommunities, type Attack } from "~/domain/sentiment/attack-results";
import type { Mention } from "~/domain/sentiment/mention";
import { importMentions } from "~/models/mention.server";
import { importUpvotes } from "~/models/upvote.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import type { Gathering } from "~/services/recommendations/gather-mentions.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { refreshTrust } from "~/services/recommendations/trust.server";
import {
  EXTREMES,
  falseMentions,
  falseSupport,
  honestSupport,
  honestWeek,
  moveBetween,
} from "../../setup/attack-simulation";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { someMention } from "../../setup/mentions";
import { addArticle, addUser, upvoteArticle } from "../../setup/people";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_COMMENTS: "20" });
useDatabase();

const DAY = 86_400_000;
/** What the honest write about most, and something else; the simulation attacks each token. */
const ATTACKED = ["BTC", "ETH", "DOGE"];
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

/** Accounts with an article each, by their names in the simulation. */
class People {
  private readonly all = new Map<string, { viewer: Viewer; article: string }>();

  async add(name: string, createdAt: Date, isMember = false): Promise<void> {
    const viewer = await addUser({ createdAt, isMember });
    this.all.set(name, { viewer, article: (await addArticle({ author: viewer })).id });
  }

  of = (name: string) => this.all.get(name)!;

  support = (pairs: readonly [supporter: string, author: string][]) =>
    importUpvotes(
      "article",
      pairs.map(([supporter, author]) => ({
        textId: this.of(author).article,
        userId: this.of(supporter).viewer.id,
        createdAt: daysAgo(1),
      })),
    );

  /** Stores mentions of a simulation as those in comments of yesterday. */
  write = (mentions: readonly Mention[]) =>
    importMentions(
      mentions.map(({ token, p, author, createdAt }) => ({
        ...someMention({ token, p, author: this.of(author).viewer.id }),
        createdAt: daysAgo(1).getTime() + createdAt,
      })),
    );
}

const compose = (at: Date, gathering: Gathering = {}) =>
  sentimentEngine.compose(at, gathering, async ({ recommendation }) => recommendation);
const allocate = async () => (await compose(new Date(), { bySchedule: true })).allocation;

/** @returns by how many points the worst of the attack's texts changes a share */
async function worstMove(people: People, attack: Attack, createdAt: (place: number) => Date) {
  await refreshTrust();
  const before = await allocate();
  const upvotesBefore = await collection("upvotes").distinct("_id");
  const names = Array.from({ length: attack.accounts }, (_, i) => `false ${i}`);
  for (const [i, name] of names.entries()) await people.add(name, createdAt(i));
  const support = falseSupport(attack);
  for (const [supporter, author] of support.slice(0, attack.fooled)) {
    await upvoteArticle(people.of(supporter).viewer, people.of(author).article);
  }
  await people.support(support.slice(attack.fooled));
  await refreshTrust();
  await people.write(falseMentions(attack, "BTC", 0));
  const by = { author: { $in: names.map((name) => people.of(name).viewer.id) } };
  let worst = 0;
  for (const token of ATTACKED) {
    for (const p of EXTREMES) {
      await collection("mentions").updateMany(by, { $set: { token, p } });
      worst = Math.max(worst, moveBetween(before, await allocate()));
    }
  }
  await collection("mentions").deleteMany(by);
  await collection("upvotes").deleteMany({ _id: { $nin: upvotesBefore } });
  return worst;
}

/** The simulation is tried on all communities, this on the largest and the smallest: it is the services that are tested. */
describe.each([attackedCommunities[0]!, attackedCommunities.at(-1)!])(
  "in a community of $trusted trusted people and $others others",
  ({ fortnight, cohorts, ...community }) => {
    test("100 accounts within 14 days, or twenty in two cohorts after 40, hardly move an allocation", async () => {
      const people = new People();
      for (let i = 0; i < community.trusted + community.others; i += 1) {
        await people.add(`honest ${i}`, daysAgo(400), i < community.members);
      }
      await collection("users").updateMany(
        { isMember: true },
        { $set: { admission: { by: "vote", at: daysAgo(300) } } },
      );
      await people.support(honestSupport(community));
      await refreshTrust();
      await people.write(honestWeek(community, 2, 0.55));
      if (community.others) expect((await allocate()).USDT).toBeLessThan(90);
      const moves = [
        // The first three accounts are ten days older.
        await worstMove(people, fortnight, (i) => daysAgo(i < 3 ? 14 : 4)),
        await worstMove(people, cohorts, (i) => daysAgo(i < 10 ? 40 : 13)),
      ];
      expect(Math.min(...moves)).toBeGreaterThan(0);
      expect(moves[0]).toBeLessThanOrEqual(3);
      expect(moves[1]).toBeLessThanOrEqual(10);
    });
  },
);

test("one account with 300 comments is in no headline, be it a member", async () => {
  const { id: article } = await addArticle();
  const [loud, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => addUser({ isMember: true })),
  );
  // As many as the limit allows in an hour, and those of the hours before.
  for (let i = 0; i < 20; i += 1) {
    await commentOnArticle(loud!, article, { content: `$SOL is wonderful, ${i}` });
  }
  const more = commentOnArticle(loud!, article, { content: "$SOL is wonderful" });
  await expect(more).rejects.toMatchObject({ kind: "limited" });
  const earlier = () => someMention({ token: "SOL", author: loud!.id });
  await importMentions(Array.from({ length: 280 }, earlier));
  const headline = async () => {
    const recommendation = await compose(new Date(Date.now() + 1));
    const { token, mentionCount } = recommendation.facts;
    return { token, mentionCount, rationale: recommendation.rationale };
  };
  const alone = await headline();
  expect(alone).toMatchObject({ token: "N/A", mentionCount: 0 });
  expect(alone.rationale).not.toContain("SOL");
  for (const other of others) {
    await commentOnArticle(other, article, { content: `Bitcoin, says ${other.name}` });
  }
  const among = await headline();
  expect(among).toMatchObject({ token: "BTC", mentionCount: 4 });
  expect(among.rationale).not.toContain("SOL");
});
