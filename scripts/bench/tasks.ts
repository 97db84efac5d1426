/** The requests to measure: the most used pages and API calls, and writes. */
import { articleSorts } from "~/domain/ranking";
import { topics } from "~/domain/topics";
import type { Community } from "./community";
import type { MeasuredRequest, Task } from "./measure";

/** A page, call or feed that is compared with the baseline. */
export interface ComparedTask extends Task {
  kind: "page" | "api" | "feed";
  /** Returns a request that stores something that changes the measured page. */
  write(): MeasuredRequest;
}

/** The hub that is compared with the baseline. */
const HUB = "macro";

export function comparedTasks({ articleIds, writer }: Community): ComparedTask[] {
  const write = writesOf(writer.token);
  const read = inTurns(articleIds);
  const commented = inTurns(articleIds);
  const page = (path: string, change = write.article): ComparedTask => ({
    ...{ name: `\`${path}\``, kind: "page", request: { path }, write: change },
  });
  return [
    page("/"),
    page("/community"),
    {
      ...{ name: "`/article/{id}`", kind: "page" },
      request: () => ({ path: `/article/${read()}` }),
      write: () => write.comment(commented()),
    },
    page(`/${HUB}`, write.review),
    page("/momentum"),
    { ...page("/api/articles?limit=20"), kind: "api" },
    { ...page("/community/feed.rss"), kind: "feed" },
  ];
}

/** Returns the same task with the session of a signed-in user. */
export function signedIn<T extends Task>(task: T, { writer }: Community): T {
  const { request } = task;
  const withCookie = (asked: MeasuredRequest) => ({
    ...asked,
    headers: { ...asked.headers, cookie: writer.cookie },
  });
  return {
    ...task,
    name: `${task.name}, signed in`,
    request: typeof request === "function" ? () => withCookie(request()) : withCookie(request),
  };
}

/** Tasks without a baseline: for each sort order the first page and one from the middle, and more. */
export const deepTasks = ({ middle, articleIds }: Community): Task[] => {
  const nextId = inTurns(articleIds);
  const browser = counter();
  return [
    ...articleSorts.flatMap((sort) => [
      { name: `${sort}, first page`, request: { path: `/community?sort=${sort}` } },
      {
        name: `${sort}, from the middle`,
        request: { path: `/community?sort=${sort}&after=${middle[sort]}` },
      },
    ]),
    {
      // Visitors are recognised by their address, whatever the browser, so no view is stored.
      name: "`/article/{id}`, another browser each time",
      request: () => ({
        path: `/article/${nextId()}`,
        headers: { "user-agent": `Mozilla/5.0 (Browser ${browser()}) Firefox/140.0` },
      }),
    },
    { name: "`GET /api/articles`", request: { path: "/api/articles" } },
  ];
};

/** Writes of one user with a token. */
export function writingTasks({ articleIds, writer }: Community): Task[] {
  const upvoted = inTurns(articleIds);
  const commented = inTurns(articleIds);
  const write = writesOf(writer.token);
  return [
    {
      name: "`POST /api/articles/{id}/comments`",
      writes: true,
      request: () => write.comment(commented()),
    },
    {
      name: "`POST /api/articles/{id}/upvote`",
      writes: true,
      request: () => ({
        ...{ method: "POST", path: `/api/articles/${upvoted()}/upvote` },
        headers: bearer(writer.token),
      }),
    },
  ];
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns functions that create requests, each with new content. */
function writesOf(token: string) {
  const number = counter();
  const post = (path: string, body: object): MeasuredRequest => ({
    ...{ method: "POST", path, body: JSON.stringify(body) },
    headers: { ...bearer(token), "content-type": "application/json" },
  });
  const [category] = topics.find(({ slug }) => slug === HUB)!.reviewCategories;
  return {
    article() {
      const n = number();
      return post("/api/articles/create", {
        title: `Notes of a quiet market, part ${n}`,
        summary: "What the spreads said before the prices did.",
        url: `https://journal.example/new/${n}`,
        content: "Worth a second look, if only for the footnotes.\n\n".repeat(20),
      });
    },
    comment: (articleId: string) =>
      post(`/api/articles/${articleId}/comments`, {
        content: "Worth a second look, if only for the footnotes.",
      }),
    review() {
      const n = number();
      return post("/api/reviews", {
        title: `On quiet markets, part ${n}`,
        author: `Author ${n}`,
        url: `https://journal.example/new-review/${n}`,
        rating: 4,
        category: category!.slug,
        review: "Careful with its data, modest in its claims, and long.",
      });
    },
  };
}

/** @returns a function that returns the items in turn, and starts again after the last */
export function inTurns<T>(items: readonly T[]): () => T {
  const next = counter();
  return () => items[next() % items.length]!;
}

function counter(): () => number {
  let number = 0;
  return () => number++;
}
