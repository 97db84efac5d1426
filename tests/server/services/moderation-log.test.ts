/** The public log of moderation: its list, its page, feeds, calls and export. */
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decisionSentence, entrySentence } from "~/domain/log-words";
import { decisionKindNames, moderatedKinds } from "~/domain/moderation";
import * as model from "~/models/moderation-log.server";
import { loader as readReviewAddress } from "~/routes/review.$id";
import { loader as readFeed } from "~/routes/feeds/feed";
import ModerationLog, { loader } from "~/routes/moderation/log";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { addReview } from "~/services/articles/reviews.server";
import { browseLog, writeToLog } from "~/services/moderation/log.server";
import { call, nextPath } from "../../setup/api";
import { rowsOf, useDatabase } from "../../setup/database";
import { logDecision, newId } from "../../setup/moderation-log";
import { addArticle, addUser, someReview } from "../../setup/people";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { argsFor, ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();
needsMongoPlans();

const at = (text: string) => new Date(`2026-${text}T12:00:00.000Z`);
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: at("03-10") }));
afterEach(() => vi.useRealTimers());

const PATH = "/moderation/log";
const page = async (query = "") => load(loader, PATH + query);
const idsOn = async (query = "") => (await page(query)).decisions.map((one) => one.decisionId);

/** Five decisions of two months, of which the last two were taken together. */
async function addDecisions() {
  const batchId = newId();
  const spam = await logDecision({ at: at("02-27") });
  const lock = await logDecision({
    at: at("02-28"),
    target: { kind: "comment", id: newId() },
    decision: "lock",
    reason: "abuse",
    rule: 4,
  });
  const suspension = await logDecision({
    at: at("03-01"),
    target: { kind: "person", id: newId() },
    decision: "suspend",
    reason: "abuse",
    rule: 4,
    until: at("03-31"),
    role: "administrator",
  });
  const bulk = [
    await logDecision({ at: at("03-02"), batchId }),
    await logDecision({ at: at("03-03"), batchId }),
  ];
  return { batchId, all: [spam, lock, suspension, ...bulk].map(({ id }) => id), spam, lock };
}

test("decisions are listed newest first, by any combination of filters, page by page", async () => {
  const { all, batchId } = await addDecisions();
  const only = (...places: number[]) => places.map((place) => all[place]).reverse();
  expect(await idsOn()).toEqual(only(0, 1, 2, 3, 4));
  expect(await idsOn("?kind=article&decision=&rule=&month=")).toEqual(only(0, 3, 4));
  expect(await idsOn("?rule=4")).toEqual(only(1, 2));
  expect(await idsOn("?rule=4&kind=person")).toEqual(only(2));
  expect(await idsOn("?month=2026-02")).toEqual(only(0, 1));
  expect(await idsOn("?month=2026-03&kind=article&decision=hide&rule=1")).toEqual(only(3, 4));
  expect(await idsOn("?month=2026-02&decision=suspend")).toEqual([]);
  expect(await idsOn(`?batch=${batchId}`)).toEqual(only(3, 4));
  expect(await idsOn(`?of=${all[2]}`)).toEqual(only(2));
  expect(await idsOn("?kind[]=x&rule=99&month=2026-13&batch=1&after=x")).toHaveLength(5);

  const filters: Record<string, string>[] = [{}, { month: "2026-02" }, { kind: "article" }];
  for (const filter of filters) {
    const whole = await browseLog({ ...filter, limit: 20 });
    const seen: string[] = [];
    let path: string | null = `/api/moderation/log?limit=1&${new URLSearchParams(filter)}`;
    while (path) {
      const response = await call(path);
      seen.push(
        ...((await response.json()) as { decisionId: string }[]).map((one) => one.decisionId),
      );
      path = nextPath(response);
    }
    expect(seen).toEqual(whole.items.map(({ decisionId }) => decisionId));
  }
});

test("what followed stands beside its decision, and each act is told once", async () => {
  const { spam, lock } = await addDecisions();
  const appealed = { at: at("03-04") };
  await writeToLog(spam, "appealed", appealed);
  await writeToLog(spam, "appealed", { at: at("03-09") });
  await writeToLog(spam, "undone", { at: at("03-06"), role: "moderator" });
  await writeToLog(spam, "appeal-decided", {
    ...{ at: at("03-05"), role: "moderator", outcome: "upheld", took: 60_000 },
  });
  const { decisions } = await page();
  const followed = decisions.find(({ decisionId }) => decisionId === spam.id)?.followed;
  expect(followed).toEqual([
    { act: "appealed", at: appealed.at.toISOString(), role: null, outcome: null },
    expect.objectContaining({ act: "appeal-decided", role: "moderator", outcome: "upheld" }),
    expect.objectContaining({ act: "undone", role: "moderator" }),
  ]);
  expect(decisions.find(({ decisionId }) => decisionId === lock.id)?.followed).toEqual([]);
  expect(await rowsOf("moderation-log")).toHaveLength(8);
});

test("the page tells what was decided without a title, a name or a note", async () => {
  const author = await addUser({ name: "Malvina" });
  const article = await addArticle({ author, title: "Buy these shoes" });
  const decision = await logDecision({ target: { kind: "article", id: article.id } });
  await writeToLog(decision, "appealed", { at: at("03-11") });
  const { batchId } = await addDecisions();
  const markup = render(ModerationLog, await page());
  expect(wordsOf(markup)).toContain("An article was hidden under rule 1 (Spam or advertising)");
  expect(wordsOf(markup)).toContain("It was appealed on Mar 11, 2026");
  expect(wordsOf(markup)).toContain("An account was suspended until Mar 31, 2026 under rule 4");
  expect(markup).toContain(`href="/article/${article.id}"`);
  expect(markup).toContain(`href="/rules#rule-4"`);
  expect(markup).toContain(`href="/moderation/log?batch=${batchId}"`);
  const answers = await Promise.all([
    call("/api/moderation/log").then((response) => response.text()),
    call("/api/moderation/log/export").then((response) => response.text()),
    ...["rss", "atom", "json"].map(async (format) =>
      (await readFeed(argsFor(`${PATH}/feed.${format}`))).text(),
    ),
  ]);
  for (const text of [markup, ...answers]) {
    for (const kept of ["Malvina", "shoes", decision.note, author.id, decision.moderatorId!]) {
      expect(text).not.toContain(kept);
    }
  }
});

test("the address of a review leads to its hub", async () => {
  const review = await addReview(await addUser(), someReview({ category: "rates" }));
  const lead = (id: string) => ask(readReviewAddress, `/review/${id}`, { params: { id } });
  expect(await lead(review.id)).toMatchObject({ location: `/bonds/reviews/${review.id}` });
  for (const id of [newId(), "x"]) expect((await lead(id)).status).toBe(404);
});

test("the feed has every act, and leads to its decision", async () => {
  const decision = await logDecision({ until: at("04-01") });
  await writeToLog(decision, "appeal-decided", {
    ...{ at: at("03-11"), role: "administrator", outcome: "rejected", took: 0 },
  });
  const feed = (await (await readFeed(argsFor(`${PATH}/feed.json`))).json()) as {
    items: { title: string; url: string; summary: string }[];
  };
  expect(feed.items.map(({ title }) => title)).toEqual([
    "Appeal rejected: an article was hidden",
    "An article was hidden",
  ]);
  expect(feed.items[0]!.url).toMatch(`${PATH}?of=${decision.id}`);
  expect(await idsOn(`?of=${decision.id}`)).toEqual([decision.id]);
});

test("a feed takes the filters of the page that links to it", async () => {
  const { lock } = await addDecisions();
  await writeToLog(lock, "undone", { at: at("03-05"), role: "moderator" });
  const filters = "?kind=comment&rule=4";
  const data = await page(`${filters}&month=2026-02`);
  const [path] = /\/moderation\/log\/feed\.json[^"]*/.exec(render(ModerationLog, data))!;
  expect(path).toBe(`${PATH}/feed.json${filters}`);
  const read = async (address: string) =>
    (await (await readFeed(argsFor(address))).json()) as {
      title: string;
      home_page_url: string;
      feed_url: string;
      items: { title: string }[];
    };
  const feed = await read(path);
  expect(feed.title).toContain("Moderation log: comments, rule 4");
  expect(feed.home_page_url.endsWith(PATH + filters)).toBe(true);
  expect(feed.feed_url.endsWith(path)).toBe(true);
  expect(feed.items.map(({ title }) => title)).toEqual([
    "Undone: a comment was locked",
    "A comment was locked",
  ]);
  expect((await read(`${PATH}/feed.json?kind=x&rule=99`)).items).toHaveLength(6);
});

test("the export has all entries in their order, and continues after one", async () => {
  await addDecisions();
  const read = async (query = "") => {
    const text = await (await call(`/api/moderation/log/export${query}`)).text();
    return text
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string });
  };
  const all = await read();
  expect(all.map(({ id }) => id)).toEqual(
    (await rowsOf("moderation-log")).map(({ _id }) => String(_id)),
  );
  expect(all[2]).toMatchObject({ act: "decided", kind: "person", path: null, minutes: null });
  expect(await read(`?after=${all[2]!.id}`)).toEqual(all.slice(3));
  expect(await read(`?after=${all[4]!.id}`)).toEqual([]);
  expect((await call("/api/moderation/log/export?after=1")).status).toBe(400);
  expect((await call("/api/moderation/log?rule=9")).status).toBe(400);
});

test("every list is read by an index, with no more than the rows that it shows", async () => {
  for (let count = 0; count < 60; count++) {
    await logDecision({
      at: new Date(at("01-01").getTime() + count * 86_400_000),
      decision: count % 2 ? "hide" : "lock",
      rule: 1 + (count % 3),
    });
  }
  const limit = 5;
  for (const filter of [
    ...[{}, { month: "2026-02" }, { decision: "hide" as const }, { rule: 2 }],
    { kind: "article" as const, decision: "lock" as const, rule: 3, month: "2026-02" },
    { kind: "article" as const, rule: 1 },
  ]) {
    await expectIndexed(() => browseLog({ ...filter, limit }), limit + 1);
    const { next } = await browseLog({ ...filter, limit: 2 });
    const after = { value: Number(next!.split(".")[1]), id: next!.split(".")[0]! };
    await expectIndexed(() => browseLog({ ...filter, limit, after }), 3 * limit);
  }
  await expectIndexed(() => model.listNewestEntries(limit), limit);
  await expectIndexed(() => model.listNewestEntries(limit, { kind: "article", rule: 1 }), limit);
  await expectIndexed(() => model.findLogStart(), 1);
});

test("nothing changes or removes an entry, and deleting an account leaves the log as it is", async () => {
  const author = await addUser();
  const moderator = await addUser();
  const article = await addArticle({ author });
  await logDecision({ target: { kind: "article", id: article.id }, moderatorId: moderator.id });
  await logDecision({ target: { kind: "person", id: author.id }, decision: "warn" });
  const before = await rowsOf("moderation-log");
  for (const { email } of [author, moderator]) await deleteAccount(email, { withContent: true });
  expect(await rowsOf("moderation-log")).toEqual(before);
  expect(JSON.stringify(before)).not.toContain(author.id);

  const source = await readFile("app/models/moderation-log.server.ts", "utf8");
  expect(
    source.match(/\b(delete|remove|replace|bulkWrite|findOneAnd\w+|updateMany)\w*\(/g),
  ).toBeNull();
  expect(source.match(/updateOne/g)).toHaveLength(1);
});

test("every decision has its words", () => {
  for (const kind of moderatedKinds) {
    for (const decision of decisionKindNames) {
      expect(decisionSentence({ kind, decision })).toMatch(/^An? \w+ was [a-z ]+$/);
    }
  }
  const act = { kind: "review", decision: "lock" } as const;
  expect(entrySentence({ ...act, act: "undone" })).toBe("Undone: a review was locked");
  expect(entrySentence({ ...act, act: "appealed" })).toBe("Appealed: a review was locked");
});
