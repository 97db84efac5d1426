import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { findDecision } from "~/models/decision-acts.server";
import { findCase } from "~/models/moderation-case.server";
import type { DecisionInput } from "~/schemas/moderation";
import { commentOn } from "~/services/articles/comments.server";
import { postArticle } from "~/services/articles/articles.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { addReview } from "~/services/articles/reviews.server";
import { decide } from "~/services/moderation/decide.server";
import { effects } from "~/services/moderation/effects/effects.server";
import { moderation } from "~/services/moderation/feature.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { undoDecision } from "~/services/moderation/undo.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { collection, useDatabase } from "../../../setup/database";
import { kindOf, messageOf, outcomesOf } from "../../../setup/outcomes";
import { addArticle, addUser, someArticle, someReview } from "../../../setup/people";

useDatabase();

export const LINK = "https://spam.example/buy";

let mara: Viewer;
let ada: Viewer;
let walt: Viewer;
let root: Viewer;
const targets = {} as Record<ModerationTarget["kind"], ModerationTarget>;

beforeEach(async () => {
  mara = await addUser({ name: "Mara" });
  ada = await addUser({ name: "Ada", role: "moderator" });
  walt = await addUser({ name: "Walt", role: "moderator" });
  root = await addUser({ name: "Root", role: "administrator" });
  const { id } = await postArticle(mara, {
    ...someArticle(),
    category: "macro",
    content: `Bitcoin is great, see [this](${LINK}) and ${LINK}.`,
  });
  await editArticle(mara, id, { title: "Second" });
  targets.article = { kind: "article", id };
  const subject = { kind: "article", id } as const;
  const comment = await commentOn(mara, subject, { content: `Read ${LINK}!` });
  targets.comment = { kind: "comment", id: comment.id };
  const review = await addReview(mara, {
    ...someReview(),
    category: "rates",
    review: `See ${LINK}`,
  });
  targets.review = { kind: "review", id: review.id };
  targets.person = { kind: "person", id: mara.id };
});
afterEach(() => void vi.useRealTimers());

const input = (decision: DecisionInput["decision"], more: Partial<DecisionInput> = {}) => ({
  ...{ decision, reason: "spam" as const, note: "It is an advertisement." },
  ...more,
});

const NAMES = [
  ...["articles", "comments", "reviews", "hubs", "contributors", "revisions", "mentions"],
  ...["works", "writers", "hidden-texts", "users"],
];

/** Everything that decisions change. */
async function snapshot() {
  const rows = await Promise.all(
    NAMES.map(async (name) => [name, await collection(name).find({}).sort({ _id: 1 }).toArray()]),
  );
  // What is derived from the texts: rows with ids, times and versions of their own.
  const derived = ["mentions", "contributors", "works", "hubs"];
  const found = JSON.parse(
    JSON.stringify(Object.fromEntries(rows), (key, value: unknown) => {
      if (["loweredAt", "scoreVersion", "newestAt", "removedAt"].includes(key)) return undefined;
      return key === "named" && Array.isArray(value) && !value.length ? undefined : value;
    }),
  ) as Record<string, Record<string, unknown>[]>;
  for (const name of derived) {
    found[name] = found[name]!.filter((row) => row.papers !== 0 && row.count !== 0)
      .map(({ _id, version, ...row }) => (name === "hubs" ? { _id, ...row } : row))
      .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return found;
}

/** Hiding, locking and limiting are below, with the decisions that end them. */
const every: [ModerationTarget["kind"], DecisionInput["decision"], Partial<DecisionInput>?][] = [
  ["article", "warn"],
  ["comment", "warn"],
  ["review", "warn"],
  ["article", "remove-link", { link: LINK }],
  ["comment", "remove-link", { link: LINK }],
  ["review", "remove-link", { link: LINK }],
  ["article", "dismiss"],
  ["article", "move", { category: "bonds" }],
  ["article", "move", { category: "general" }],
  ["review", "move", { category: "stocks" }],
  ["person", "warn"],
  ["person", "suspend", { days: 3 }],
  ["person", "dismiss"],
];

describe("every decision", () => {
  test.each(every)(
    "about %s: %s %j, is undone with everything back",
    async (kind, decision, more = {}) => {
      const before = await snapshot();
      const made = await decide(ada, targets[kind], input(decision, more));
      expect(made.isDone).toBe(true);
      const changes = !(decision === "dismiss" || (kind === "person" && decision === "warn"));
      expect(JSON.stringify(await snapshot()) !== JSON.stringify(before)).toBe(changes);
      const undone = await undoDecision(ada, made.id, { note: "A mistake." });
      expect(undone.left).toBeNull();
      expect(await snapshot()).toEqual(before);
      expect(await messageOf(undoDecision(ada, made.id, { note: "Again." }))).toBe(
        "This decision was undone already.",
      );
    },
  );

  test.each([
    ["article", "hide", "restore"],
    ["article", "lock", "unlock"],
    ["comment", "hide", "restore"],
    ["comment", "lock", "unlock"],
    ["review", "hide", "restore"],
    ["review", "lock", "unlock"],
    ["person", "suspend", "restore"],
    ["person", "limit", "restore"],
  ] as const)("about %s: %s is ended by %s, and that is undone", async (kind, first, second) => {
    const before = await snapshot();
    const made = await decide(ada, targets[kind], input(first));
    const between = await snapshot();
    expect(between).not.toEqual(before);
    const ended = await decide(walt, targets[kind], input(second));
    expect(await snapshot()).toEqual(before);
    expect((await undoDecision(walt, ended.id, { note: "No." })).left).toBeNull();
    const { "hidden-texts": hidden, ...rest } = await snapshot();
    const { "hidden-texts": hiddenBefore, ...restBefore } = between;
    expect(rest).toEqual(restBefore);
    expect((hidden as unknown[]).length).toBe((hiddenBefore as unknown[]).length);
    await undoDecision(ada, made.id, { note: "No." });
    expect(await snapshot()).toEqual(before);
  });
});

describe("a decision is refused", () => {
  const nothingStored = async () => {
    for (const name of ["moderation-decisions", "moderation-log"]) {
      expect(await collection(name).countDocuments()).toBe(0);
    }
  };
  afterEach(nothingStored);

  test("without the role, and to visitors", async () => {
    const { article } = targets;
    expect(await kindOf(decide(null, article, input("hide")))).toBe("unauthenticated");
    expect(await kindOf(decide(mara, article, input("hide")))).toBe("forbidden");
    expect(
      await kindOf(
        decide({ ...ada, suspension: { until: null, decisionId: "" } }, article, input("hide")),
      ),
    ).toBe("forbidden");
  });

  test("about one’s own text, what one has flagged, and a moderator", async () => {
    const { id } = await addArticle({ author: ada });
    expect(await messageOf(decide(ada, { kind: "article", id }, input("hide")))).toMatch(
      /own writing/,
    );
    await raiseFlag(walt, { ...targets.article, reason: "spam" });
    expect(await messageOf(decide(walt, targets.article, input("hide")))).toMatch(/have flagged/);
    const about = { kind: "person", id: walt.id } as const;
    expect(await messageOf(decide(ada, about, input("suspend")))).toMatch(/Only an administrator/);
  });

  test("if it is not for this kind, or a field is wrong", async () => {
    const refused: [ModerationTarget, DecisionInput][] = [
      [targets.comment, input("move", { category: "bonds" })],
      [targets.article, input("move", { category: "nowhere" })],
      [targets.article, input("move", { category: "macro" })],
      [targets.review, input("move", { category: "macro" })],
      [targets.article, input("remove-link", { link: "https://not.example/there" })],
      [targets.article, input("remove-link")],
      [targets.person, input("hide")],
      [targets.article, { ...input("hide"), reason: "other" }],
    ];
    for (const [target, given] of refused) {
      expect(await kindOf(decide(ada, target, given))).toBe("invalid");
    }
    const nobody = { kind: "article", id: "0".repeat(24) } as const;
    expect(await kindOf(decide(ada, nobody, input("hide")))).toBe("notFound");
  });

  test("if it changes nothing", async () => {
    for (const [kind, decision] of [
      ["article", "restore"],
      ["review", "unlock"],
      ["person", "restore"],
    ] as const) {
      expect(await kindOf(decide(ada, targets[kind], input(decision)))).toBe("conflict");
    }
  });
});

test("of several moderators at one moment, one decides and the others are told what", async () => {
  let turn = 0;
  const outcomes = await outcomesOf(8, () =>
    decide((turn += 1) % 2 ? ada : walt, targets.article, input("hide")),
  );
  expect(outcomes.filter((one) => one === "conflict")).toHaveLength(7);
  expect(await collection("moderation-decisions").countDocuments()).toBe(1);
  expect(await collection("moderation-log").countDocuments()).toBe(1);
  const { revision } = (await findCase(targets.article))!;
  expect(revision).toBe(1);
  expect(await messageOf(decide(ada, targets.article, { ...input("restore"), revision: 0 }))).toBe(
    "Another moderator has decided about this meanwhile: it was hidden.",
  );
});

test("a crash before the effect is completed by the upkeep, and one before the claim leaves nothing", async () => {
  const crash = vi.spyOn(effects.lock, "apply").mockRejectedValueOnce(new Error("crash"));
  await expect(decide(ada, targets.article, input("lock"))).rejects.toThrow("crash");
  crash.mockRestore();
  expect(await messageOf(decide(walt, targets.article, input("hide")))).toMatch(/meanwhile/);
  const now = Date.now();
  const log = { info: () => {} } as never;
  const upkeep = () => moderation.upkeep!.decisions!(log, new AbortController().signal);
  await upkeep();
  expect(await collection("articles").countDocuments({ locked: { $exists: true } })).toBe(0);
  vi.useFakeTimers({ toFake: ["Date"], now: now + 120_000 });
  await upkeep();
  expect(await collection("articles").countDocuments({ locked: { $exists: true } })).toBe(1);
  expect(await collection("moderation-log").countDocuments()).toBe(1);
  // Stored, but another moderator was faster.
  const { id } = await decide(ada, targets.review, input("lock"));
  await collection("moderation-decisions").updateOne(
    { kind: "review" },
    { $set: { isDone: false } },
  );
  await collection("moderation-cases").updateOne({ kind: "review" }, { $unset: { decision: 1 } });
  vi.setSystemTime(now + 400_000);
  await upkeep();
  expect(await findDecision(id)).toBeNull();
});

test("a locked discussion takes no comments, a locked thread no answers", async () => {
  const { article, comment } = targets;
  const subject = { kind: "article", id: article.id } as const;
  await decide(ada, comment, input("lock"));
  const answer = { content: "Yes", parentId: comment.id };
  expect(await messageOf(commentOn(mara, subject, answer))).toBe("This discussion is locked.");
  await commentOn(mara, subject, { content: "Beside it" });
  await decide(ada, article, input("lock"));
  expect(await kindOf(commentOn(mara, subject, { content: "No" }))).toBe("forbidden");
});

test("a removed link is nowhere any more, and what the author writes meanwhile stays", async () => {
  const { article } = targets;
  const made = await decide(ada, article, input("remove-link", { link: LINK }));
  for (const name of ["articles", "comments"]) {
    const text = JSON.stringify(
      await collection(name)
        .find({ _id: { $exists: true } })
        .toArray(),
    );
    expect(text.includes(LINK)).toBe(name === "comments");
  }
  const id = (await collection("articles").findOne({}))!._id;
  const revisions = await collection("revisions").find({ document: id }).toArray();
  expect(JSON.stringify(revisions)).not.toContain(LINK);
  expect(JSON.stringify(await collection("articles").findOne({}))).toContain(
    "see this [link removed] and [link removed].",
  );
  await editArticle(mara, article.id, { content: "Something else." });
  const { left } = await undoDecision(root, made.id, { note: "No." });
  expect(left).toMatch(/edited it since/);
  expect((await collection("articles").findOne({}))!.content).toBe("Something else.");
});

test("the author is told at once, on the site and by a mail with the whole statement", async () => {
  const made = await decide(ada, targets.article, input("hide", { isAnonymous: true }));
  await announcementQueue.doAll();
  const [notice] = await collection("notices").find({ kind: "decision" }).toArray();
  expect(String(notice!.person)).toBe(mara.id);
  const [mail] = await collection("mails").find({}).toArray();
  expect(mail!.text).toContain(
    "Your article “Second” was hidden. Only you and moderators can read it.",
  );
  expect(mail!.text).toContain("It is an advertisement.");
  expect(mail!.text).toContain(
    "It rests on rule 1 (“No spam or advertising”) of this site: spam or advertising.",
  );
  expect(mail!.text).toContain("This site put it before the moderators automatically");
  expect(mail!.text).toContain("You can appeal once, until");
  expect(mail!.text).toContain("dispute settlement body");
  expect(mail!.text).toContain(`/moderation/decisions/${made.id}`);
  expect(mail!.text).not.toContain("Ada");
  await decide(ada, targets.review, input("dismiss"));
  expect(await collection("mails").countDocuments()).toBe(1);
  await raiseFlag(await addUser(), { ...targets.comment, reason: "spam" });
  await decide(ada, targets.comment, input("hide"));
  const [, next] = await collection("mails").find({}).toArray();
  expect(next!.text).toContain("No automated means were used.");
});
