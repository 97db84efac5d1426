import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { listDecided } from "~/models/listed-decisions.server";
import { caseFields, caseValue } from "~/domain/moderation-queue";
import { casesIn } from "~/schemas/moderation-queue";
import { decide } from "~/services/moderation/decide.server";
import { decideMany, describeOutcome } from "~/services/moderation/decide-many.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { readHidden, readDecided, readAppeals } from "~/services/moderation/lists.server";
import { collection, useDatabase } from "../../setup/database";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addArticle, addUser } from "../../setup/people";
import { idOf } from "../../setup/rows";

useDatabase();

let moderator: Viewer;
beforeEach(async () => {
  moderator = await addModerator();
});

const addModerator = () => addUser({ role: "moderator" });

const HIDE = { decision: "hide", reason: "spam", note: "The same advertisement." } as const;
const caseOf = (id: string, revision = 0) => ({
  target: { kind: "article" as const, id },
  revision,
});
const decisions = async () => (await listDecided(undefined, { after: null, limit: 50 })).items;

test("several are decided at once: each is a decision and a line of its own, with one batch", async () => {
  const articles = await Promise.all([addArticle(), addArticle(), addArticle()]);
  const outcome = await decideMany(
    moderator,
    [...articles, articles[0]!].map(({ id }) => caseOf(id)),
    HIDE,
  );
  expect(outcome.refused).toEqual([]);
  const stored = await decisions();
  expect(new Set(stored.map(({ target }) => target.id))).toEqual(
    new Set(articles.map(({ id }) => id)),
  );
  expect(new Set(stored.map(({ batchId }) => batchId)).size).toBe(1);
  expect(stored[0]!.batchId).toMatch(/^[0-9a-f]{24}$/);
  expect(await collection("moderation-log").countDocuments()).toBe(3);
  const hidden = await readHidden(moderator, { after: null, limit: 2 });
  expect(hidden.items).toHaveLength(2);
  expect(hidden.next).not.toBeNull();
  const mine = await readDecided(moderator, { by: moderator.name, after: null, limit: 20 });
  expect(mine.items).toHaveLength(3);
  expect(mine.items[0]).toMatchObject({ moderatorName: moderator.name, decision: "hide" });
});

test("what is refused for one is told, and the others are decided", async () => {
  const other = await addModerator();
  const [fine, decided, flagged] = await Promise.all([addArticle(), addArticle(), addArticle()]);
  const own = await addArticle({ author: moderator });
  await decide(other, caseOf(decided.id).target, { ...HIDE });
  await raiseFlag(moderator, { kind: "article", id: flagged.id, reason: "spam" });
  const ids = [fine, decided, flagged, own].map(({ id }) => id);
  const outcome = await decideMany(
    moderator,
    [...ids, idOf(77)].map((id) => caseOf(id)),
    HIDE,
  );
  expect(outcome.decided.map(({ target }) => target.id)).toEqual([fine.id]);
  expect(outcome.refused.map(({ target }) => target.id)).toEqual([...ids.slice(1), idOf(77)]);
  const words = describeOutcome(outcome);
  for (const part of [
    "Decided about 1. Not decided about 4",
    "Another moderator has decided about this meanwhile",
    "You have flagged this",
    "Nobody decides about their own writing",
    "A removed article: Article not found",
  ]) {
    expect(words).toContain(part);
  }
  expect(await collection("moderation-decisions").countDocuments()).toBe(2);
});

test("of two moderators at one moment, one decides about each, and the other is told", async () => {
  const other = await addModerator();
  const articles = await Promise.all(Array.from({ length: 4 }, () => addArticle()));
  const cases = articles.map(({ id }) => caseOf(id));
  const outcomes = await Promise.all([
    decideMany(moderator, cases, HIDE),
    decideMany(other, cases.toReversed(), { ...HIDE, reason: "abuse" }),
  ]);
  expect(outcomes.flatMap(({ decided }) => decided)).toHaveLength(4);
  expect(outcomes.flatMap(({ refused }) => refused)).toHaveLength(4);
  expect(await decisions()).toHaveLength(4);
});

test("only moderators decide in bulk, and at least one case has to be selected", async () => {
  const { id } = await addArticle();
  expect(await kindOf(decideMany(null, [caseOf(id)], HIDE))).toBe("unauthenticated");
  const somebody = await addUser();
  expect(await kindOf(decideMany(somebody, [caseOf(id)], HIDE))).toBe("forbidden");
  expect(await messageOf(decideMany(moderator, [], HIDE))).toBe(
    "Please select what to decide about.",
  );
  expect(await decisions()).toEqual([]);
  for (const read of [readHidden, readDecided]) {
    expect(await kindOf(read(somebody, { after: null, limit: 1 }))).toBe("forbidden");
  }
  expect(await kindOf(readAppeals(somebody))).toBe("forbidden");
});

test("a form names cases, each once, and nothing else", () => {
  const value = caseValue(caseOf(idOf(1), 3));
  const form = {
    [caseFields[0]!]: value,
    [caseFields[1]!]: value,
    [caseFields[2]!]: "article x 1",
    [caseFields[3]!]: `thing ${idOf(1)} 1`,
    other: caseValue(caseOf(idOf(2))),
  };
  expect(casesIn(form)).toEqual([caseOf(idOf(1), 3)]);
});
