/** Content of accounts with an unproven email address: it is shown and counted, but has no weight. */
import { addDays } from "date-fns/addDays";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hotRank } from "~/domain/ranking";
import { documentWeight } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { findCounts } from "~/models/article-counts.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { confirmEmailChange, markEmailProven } from "~/services/accounts/email.server";
import { makeLink } from "~/services/accounts/links.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { countSupportOfNoLongerNew } from "~/services/articles/unproven-support.server";
import { removeComment } from "~/services/articles/removal.server";
import { recount } from "~/services/jobs/recount.server";
import { weighArticles } from "~/services/recommendations/gather-mentions.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { rowOf, useDatabase } from "../../setup/database";
import { addArticle, addOwnUpvote, addUser, someArticle, upvoteArticle } from "../../setup/people";

useDatabase();
afterEach(() => void vi.useRealTimers());

const addUnproven = () => addUser({ hasUnprovenEmail: true });
const prove = ({ id, email }: Viewer) => markEmailProven(id, email);
async function changeAddress({ id }: Viewer) {
  const { secret } = await makeLink("change-email", id, "new@example.org");
  await confirmEmailChange(secret, "https://site.example");
}
const comment = (viewer: Viewer, id: string, content = "Well said.") =>
  commentOnArticle(viewer, id, { content });

async function standingOf(id: string) {
  const row = (await rowOf("articles", id))!;
  const [counts] = await findCounts([id]);
  const without = hotRank({ upvotes: 0, commentsByOthers: 0, createdAt: row.createdAt as Date });
  return {
    upvotes: Number(row.upvotes),
    comments: Number(row.commentCount),
    // Rounded because the database's arithmetic differs in the last digits. `|| 0` avoids −0.
    support: Math.round(10 * (10 ** (Number(row.hot) - without) - 1)) / 10 || 0,
    weighing: {
      upvotes: counts!.upvotes - counts!.weightlessUpvotes,
      commentsByOthers: counts!.commentsByOthers - counts!.unprovenComments,
    },
  };
}

const NOTHING = { upvotes: 0, commentsByOthers: 0 };

describe("upvotes and comments", () => {
  test("are counted, and have weight only after the address is proven, or changed to one that is", async () => {
    const { id } = await addArticle();
    const people = [await addUnproven(), await addUnproven()];
    for (const person of people) {
      await upvoteArticle(person, id);
      await comment(person, id);
    }
    const counted = { upvotes: 2, comments: 2 };
    expect(await standingOf(id)).toEqual({ ...counted, support: 0, weighing: NOTHING });
    await prove(people[0]!);
    const half = { upvotes: 1, commentsByOthers: 1 };
    expect(await standingOf(id)).toMatchObject({ ...counted, weighing: half });
    await changeAddress(people[1]!);
    const whole = { upvotes: 2, commentsByOthers: 2 };
    expect(await standingOf(id)).toEqual({ ...counted, support: 3, weighing: whole });
  });

  test.each([
    ["unproven", addUnproven],
    ["proven", addUser],
  ])("on one's own article have no weight, of an author who was %s then", async (_, add) => {
    const author = await add();
    const { id } = await addArticle({ author });
    await comment(author, id);
    await addOwnUpvote(id, author);
    await prove(author);
    expect(await standingOf(id)).toMatchObject({ upvotes: 1, support: 0, weighing: NOTHING });
    expect((await recount({ recheckDelayMs: 0 })).corrected).toBe(0);
    await deleteAccount(author.email);
    const left = { upvotes: 0, support: 0, weighing: NOTHING };
    expect(await standingOf(id), "without the account").toMatchObject(left);
  });

  test("of a new account have weight once it is a week old", async () => {
    const { id } = await addArticle();
    const person = await addUser({ createdAt: new Date() });
    await upvoteArticle(person, id);
    await comment(person, id);
    const posted = await postArticle(person, someArticle());
    const counted = { upvotes: 1, comments: 1 };
    const signal = new AbortController().signal;
    await countSupportOfNoLongerNew(signal);
    expect(await standingOf(id)).toEqual({ ...counted, support: 0, weighing: NOTHING });
    expect((await rowOf("articles", posted.id))!.isUnproven).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: addDays(new Date(), 8) });
    await countSupportOfNoLongerNew(signal);
    expect(await standingOf(id)).toMatchObject({
      ...counted,
      weighing: { upvotes: 1, commentsByOthers: 1 },
    });
    expect((await rowOf("articles", posted.id))!.isUnproven).toBeUndefined();
  });

  test("are removed with the account, and a recount finds nothing to correct", async () => {
    const { id } = await addArticle();
    const [gone, stays] = [await addUnproven(), await addUnproven()];
    for (const person of [gone, stays]) {
      await upvoteArticle(person, id);
      await comment(person, id);
    }
    await deleteAccount(gone.email, { withContent: true });
    expect(await standingOf(id)).toMatchObject({ upvotes: 1, support: 0, weighing: NOTHING });
    expect((await recount({ recheckDelayMs: 0 })).corrected).toBe(0);
  });
});

test("each person counts once for an article's weight, without its author and the unproven", async () => {
  const [author, ida, jon] = [await addUser(), await addUser(), await addUser()];
  const unproven = await addUnproven();
  const { id } = await addArticle({ author });
  const fullTrust = async (ids: readonly string[]) => new Map(ids.map((each) => [each, 1]));
  const weigh = async () =>
    (await weighArticles(new Map([[id, author.id]]), fullTrust)).get(id)?.weight;
  expect(await weigh()).toBe(1);
  for (const viewer of [author, unproven]) await comment(viewer, id);
  await addOwnUpvote(id, author);
  await upvoteArticle(unproven, id);
  expect(await weigh()).toBe(1);
  for (const viewer of [ida, jon, ida]) await comment(viewer, id);
  await upvoteArticle(jon, id);
  expect(await weigh()).toBe(documentWeight(1, 2));
  await prove(unproven);
  expect(await weigh()).toBe(documentWeight(2, 3));
  await deleteAccount(ida.email, { withContent: true });
  await removeComment((await comment(unproven, id)).id);
  expect(await weigh()).toBe(documentWeight(2, 2));
});

test("the sentiment engine ignores the content until the address is proven", async () => {
  const person = await addUnproven();
  const post = (viewer: Viewer, number: number) =>
    postArticle(viewer, someArticle({ title: `Bitcoin is excellent ${number}` }));
  const { id: own } = await addArticle();
  for (let i = 0; i < 3; i += 1) {
    await post(person, i);
    await comment(person, own, "BTC is wonderful!");
  }
  const mentioned = async () => {
    const { id } = await sentimentEngine.make(new Date(Date.now() + 1000));
    const { tokens } = await sentimentEngine.readCalculation(id);
    return tokens.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  };
  expect(await mentioned()).toBe(0);
  await post(await addUser(), 9);
  expect(await mentioned()).toBe(1);
  await prove(person);
  expect(await mentioned()).toBeGreaterThan(1);
});
