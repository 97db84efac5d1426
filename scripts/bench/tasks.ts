/** What is measured: the pages and calls that a community lives by, and what it writes. */
import { articleSorts } from "~/domain/ranking";
import type { Community } from "./community";
import type { Task } from "./measure";

/** Pages and lists, as they are asked for most. */
export function readingTasks({ articleIds }: Community): Task[] {
  const nextId = inTurns(articleIds);
  const visitor = counter();
  return [
    { name: "`/community`", next: () => ({ path: "/community" }) },
    { name: "`/article/{id}`", next: () => ({ path: `/article/${nextId()}` }) },
    {
      name: "`/article/{id}`, a new visitor each time",
      // Who is new is told by address and browser, and writes a view.
      next: () => ({
        path: `/article/${nextId()}`,
        headers: { "user-agent": `Mozilla/5.0 (Visitor ${visitor()}) Firefox/140.0` },
      }),
    },
    { name: "`GET /api/articles`", next: () => ({ path: "/api/articles" }) },
    { name: "`GET /api/articles?limit=20`", next: () => ({ path: "/api/articles?limit=20" }) },
  ];
}

/** The first page of each order, and one from its middle. */
export const deepTasks = ({ middle }: Community): Task[] =>
  articleSorts.flatMap((sort) => [
    { name: `${sort}, first page`, next: () => ({ path: `/community?sort=${sort}` }) },
    {
      name: `${sort}, from the middle`,
      next: () => ({ path: `/community?sort=${sort}&after=${middle[sort]}` }),
    },
  ]);

/** What one person writes with a token. */
export function writingTasks({ articleIds, token }: Community): Task[] {
  const upvoted = inTurns(articleIds);
  const commented = inTurns(articleIds);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return [
    {
      name: "`POST /api/articles/{id}/comments`",
      writes: true,
      next: () => ({
        method: "POST",
        path: `/api/articles/${commented()}/comments`,
        headers,
        body: JSON.stringify({ content: "Worth a second look, if only for the footnotes." }),
      }),
    },
    {
      name: "`POST /api/articles/{id}/upvote`",
      writes: true,
      next: () => ({ method: "POST", path: `/api/articles/${upvoted()}/upvote`, headers }),
    },
  ];
}

/** @returns the items one after the other, and again from the first */
export function inTurns<T>(items: readonly T[]): () => T {
  const next = counter();
  return () => items[next() % items.length]!;
}

function counter(): () => number {
  let number = 0;
  return () => number++;
}
