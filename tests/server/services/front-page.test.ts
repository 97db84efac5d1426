/** What stands on the front page: nobody takes it over without a proven address, or by posting much. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { createComment } from "~/models/comment.server";
import { importArticles } from "~/models/article.server";
import { onArticle } from "~/domain/threads";
import { markEmailProven } from "~/services/accounts/email.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { upvote } from "~/services/articles/upvotes.server";
import { readBestComments } from "~/services/front-page/best-comments.server";
import { readProvenArticles } from "~/services/front-page/proven-articles.server";
import {
  applyForMembership,
  readOpenVotes,
  voteOnApplication,
} from "~/services/membership/membership.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someArticle, upvoteArticle } from "../../setup/people";
import { articleRow, atMinute, idOf } from "../../setup/rows";

useDatabase();

const NOW = new Date("2026-03-10T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

const addUnproven = () => addUser({ hasUnprovenEmail: true });
const addNew = () => addUser({ createdAt: NOW });
const several = <Made>(count: number, make: () => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, make));
const post = (author: Viewer, title: string) => postArticle(author, someArticle({ title }));
async function support(id: string, people: readonly Viewer[]) {
  for (const person of people) await upvoteArticle(person, id);
}
const titles = async (sort: "hot" | "new" = "hot", limit = 11) =>
  (await readProvenArticles(sort, limit)).map(({ title }) => title);

describe("the strongest articles", () => {
  const cases: Record<string, (honest: Viewer) => Promise<string[] | void>> = {
    "nothing but this article": async () => {},
    "unproven people each post, and upvote each other": async () => {
      const people = await several(6, addUnproven);
      const posted = await Promise.all(people.map((person) => post(person, "False")));
      await Promise.all(
        posted.map(({ id }, i) =>
          support(
            id,
            people.slice(0, 5).filter((_, k) => k !== i),
          ),
        ),
      );
    },
    "a proven person posts twenty articles": async () => {
      const busy = await addUser();
      for (let i = 1; i <= 20; i += 1) {
        vi.setSystemTime(NOW.getTime() - 3_600_000 + i * 1_000);
        await post(busy, `Busy ${i}`);
      }
      vi.setSystemTime(NOW);
      return ["Honest", "Busy 20"];
    },
    "a proven person has twenty unproven upvoters": async () => {
      const { id } = await post(await addUser(), "Propped up");
      await support(id, await several(20, addUnproven));
      return ["Honest", "Propped up"];
    },
    "a proven person has twenty upvoters with proven addresses, whose accounts are new":
      async () => {
        const { id } = await post(await addUser(), "Propped up");
        await support(id, await several(20, addNew));
        return ["Honest", "Propped up"];
      },
    "a stronger one was removed by its author": async () => {
      const author = await addUser();
      const { id } = await post(author, "Removed");
      await support(id, await several(5, addUser));
      await removeOwnArticle(author, id);
    },
    "the account of a stronger one was deleted": async () => {
      const author = await addUser();
      const { id } = await post(author, "Left behind");
      await support(id, await several(5, addUser));
      await deleteAccount(author.email);
    },
    "the address is proven later": async () => {
      const author = await addUnproven();
      const { id } = await post(author, "Late");
      await support(id, await several(3, addUser));
      await markEmailProven(author.id, author.email);
      return ["Late", "Honest"];
    },
  };
  test.each(Object.entries(cases))("%s", async (_, happens) => {
    const honest = await addUser();
    const { id } = await post(honest, "Honest");
    await support(id, await several(2, addUser));
    const expected = (await happens(honest)) ?? ["Honest"];
    expect(await titles()).toEqual(expected);
  });

  test("nobody has posted", async () => {
    expect(await titles()).toEqual([]);
  });

  test("are as many as asked for, at most one of each author; the newest likewise", async () => {
    const people = await several(4, () => addUser());
    for (const [i, author] of people.entries()) {
      for (const half of ["a", "b"]) {
        await addArticle({
          author,
          title: `${i}${half}`,
          createdAt: atMinute(i * 10 + (half === "a" ? 0 : 1)),
        });
      }
    }
    expect(await titles("hot", 3)).toEqual(["3b", "2b", "1b"]);
    expect(await titles("new")).toEqual(["3b", "2b", "1b", "0b"]);
  });

  test("are found below hundreds of one person's, and below hundreds of an account that is gone", async () => {
    const busy = await addUser();
    await importArticles(
      Array.from({ length: 400 }, (_, i) =>
        articleRow(i + 1, {
          authorId: i % 2 ? busy.id : idOf(9),
          title: `Busy ${i}`,
          createdAt: atMinute(1_000 + i),
        }),
      ),
    );
    await addArticle({ title: "Below", createdAt: atMinute(1) });
    expect(await titles()).toEqual(["Busy 399", "Below"]);
  });
});

describe("the best comments", () => {
  const say = (author: Viewer, id: string, content: string) =>
    createComment({
      subject: onArticle(id),
      authorId: author.id,
      username: author.name,
      content,
      isUnproven: !author.hasProvenEmail,
    });

  test("come by upvotes of proven accounts, and not from the author, the unproven or the removed", async () => {
    const author = await addUser();
    const article = await addArticle({ author });
    const [first, second, gone, unproven] = [
      await addUser(),
      await addUser(),
      await addUser(),
      await addUnproven(),
    ];
    await say(author, article.id, "By the author");
    const byUnproven = await say(unproven, article.id, "By an unproven account");
    const removed = await say(gone, article.id, "Removed");
    const propped = await say(first, article.id, "With false upvotes");
    const best = await say(second, article.id, "Best");
    const like = (by: Viewer, { id }: { id: string }) => upvote(by, { kind: "comment", id });
    for (const voter of await several(5, addUnproven)) await like(voter, propped);
    for (const voter of await several(2, addUser)) {
      for (const comment of [byUnproven, removed]) await like(voter, comment);
    }
    await like(first, best);
    await removeOwnComment(gone, removed.id);
    const contents = (await readBestComments(article)).map(({ content }) => content);
    expect(contents).toEqual(["Best", "With false upvotes"]);
    await deleteAccount(second.email);
    expect((await readBestComments(article)).map(({ content }) => content)).toEqual([
      "With false upvotes",
    ]);
  });
});

test("open votes: how many, and when the first ends", async () => {
  expect(await readOpenVotes()).toEqual({ count: 0, isMore: false, closesAt: null });
  const member = await addUser({ isMember: true });
  const first = await applyForMembership(await addUser(), { statement: "Me, too." });
  vi.setSystemTime(NOW.getTime() + 1_000);
  const second = await applyForMembership(await addUser(), { statement: "And me." });
  const both = { count: 2, isMore: false, closesAt: first.closesAt };
  expect(await readOpenVotes()).toEqual(both);
  await voteOnApplication(member, first.id, false);
  expect(await readOpenVotes()).toEqual({ ...both, count: 1, closesAt: second.closesAt });
  vi.setSystemTime(second.closesAt);
  expect(await readOpenVotes()).toEqual({ count: 0, isMore: false, closesAt: null });
});
