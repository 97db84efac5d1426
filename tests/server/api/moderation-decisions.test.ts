import { beforeEach, expect, test } from "vitest";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { undoQueue } from "~/services/moderation/undo.server";
import { call } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../../setup/people";

useDatabase();

let mara: SignedIn;
let ada: SignedIn;
let root: SignedIn;
let path: string;
beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  ada = await addSignedIn({ name: "Ada", role: "moderator" });
  root = await addSignedIn({ name: "Root", role: "administrator" });
  const { id } = await addArticle({ author: mara.viewer, title: "Rates" });
  path = `/api/moderation/articles/${id}`;
});

const body = { decision: "hide", reason: "spam", note: "It is an advertisement." };
const post = (to: string, { token }: SignedIn, sent: object) => call(to, { token, body: sent });

test("a decision is taken, appealed and undone by calls", async () => {
  expect((await call(path, { body })).status).toBe(401);
  expect((await post(path, mara, body)).status).toBe(403);
  const made = await post(path, ada, body);
  expect(made.status).toBe(201);
  const decision = (await made.json()) as { id: string };
  expect(decision).toMatchObject({
    kind: "article",
    title: "Rates",
    decision: "hide",
    rule: 1,
    moderator: "Ada",
    appeal: null,
    undoneAt: null,
  });
  expect((await post(path, ada, body)).status).toBe(409);
  const of = `/api/moderation/decisions/${decision.id}`;
  expect((await call(of, { token: mara.token })).status).toBe(200);
  expect((await post(`${of}/appeal`, mara, { text: "" })).status).toBe(400);
  expect((await post(`${of}/appeal`, mara, { text: "It is not." })).status).toBe(201);
  expect((await post(`${of}/appeal`, mara, { text: "It is not." })).status).toBe(409);
  const outcome = { outcome: "rejected", note: "It is." };
  expect((await post(`${of}/appeal/decision`, ada, outcome)).status).toBe(403);
  expect((await post(`${of}/appeal/decision`, root, outcome)).status).toBe(200);
  const undone = await post(`${of}/undo`, root, { note: "A mistake." });
  expect(undone.status).toBe(200);
  expect(await undone.json()).toMatchObject({ undoneNote: "A mistake.", left: null });
  const own = await call("/api/moderation/decisions", { token: mara.token });
  expect(await own.json()).toMatchObject([{ id: decision.id, appeal: { outcome: "rejected" } }]);
});

test.each(["articles", "comments", "reviews"])(
  "hidden %s are read by their author and moderators, and say why",
  async (kind) => {
    const article = await addArticle({ author: mara.viewer });
    const make: Record<string, () => Promise<{ id: string }>> = {
      articles: async () => article,
      comments: () => commentOnArticle(mara.viewer, article.id, { content: "Buy." }),
      reviews: () => addReview(mara.viewer, someReview()),
    };
    const { id } = await make[kind]!();
    const read = (by?: SignedIn) => call(`/api/${kind}/${id}`, { token: by?.token });
    const before: unknown = await (await read(mara)).json();
    const made = await post(`/api/moderation/${kind}/${id}`, ada, body);
    const { id: decision } = (await made.json()) as { id: string };
    for (const by of [mara, ada]) {
      const answer = await read(by);
      expect(answer.headers.get("Cache-Control")).toContain("private");
      expect(await answer.json()).toEqual({
        ...(before as object),
        hidden: { reason: "spam", rule: 1, decision },
      });
    }
    for (const by of [undefined, await addSignedIn()]) expect((await read(by)).status).toBe(410);
  },
);

test("people are named, and all that a moderator did is undone", async () => {
  const suspended = await post("/api/moderation/people/mara", ada, {
    ...{ ...body, decision: "suspend", days: 3 },
  });
  expect(suspended.status).toBe(201);
  const undo = { moderator: "Ada", note: "Rogue." };
  expect((await post("/api/moderation/decisions/undo-all", ada, undo)).status).toBe(403);
  const answer = await post("/api/moderation/decisions/undo-all", root, undo);
  expect(await answer.json()).toMatchObject({ decisions: 1 });
  await undoQueue.doAll();
});

test.each([
  [{}, 400],
  [{ ...body, decision: "explode" }, 400],
  [{ ...body, decision: "move" }, 400],
  [{ ...body, reason: "other" }, 400],
  [{ ...body, note: "x".repeat(2_001) }, 400],
  [{ ...body, days: null, decision: "suspend" }, 400],
  [{ ...body, decision: ["hide"] }, 400],
])("%j is refused", async (sent, status) => {
  expect((await post(path, ada, sent)).status).toBe(status);
});

test.each(["/api/moderation/cats/6790a1f2c3d4e5f60718293a", "/api/moderation/articles/nonsense"])(
  "%s is not found",
  async (to) => {
    expect((await post(to, ada, body)).status).toBe(404);
  },
);
