/** Which words moved the money: the effects of authors on sentiment recommendations, on the services as they run. */
import { describe, expect, test } from "vitest";
import { differenceOf } from "~/domain/allocation";
import { onArticle } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import { createComment } from "~/models/comment.server";
import { importMentions } from "~/models/mention.server";
import { removeComment } from "~/services/articles/removal.server";
import {
  addMissingEffects,
  browseEffects,
  readEffects,
  readEffectsOf,
} from "~/services/recommendations/effects.server";
import { recommendations } from "~/services/recommendations/feature.server";
import { rescoreMentions } from "~/services/recommendations/mentions.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { refreshTrust } from "~/services/recommendations/trust.server";
import { collection, useDatabase } from "../../setup/database";
import { someMention } from "../../setup/mentions";
import { addArticle, addUser } from "../../setup/people";
import { idOf } from "../../setup/rows";

useDatabase();

const HOUR = 3_600_000;
const LIMIT = { limit: 50 };

/** Members, whom the others have admitted, and the trust in them. */
async function addMembersNamed<Name extends string>(names: readonly Name[]) {
  const people = {} as Record<Name, Viewer>;
  for (const name of names) people[name] = await addUser({ name, isMember: true });
  await collection("users").updateMany(
    {},
    { $set: { admission: { by: "vote", at: new Date(0) } } },
  );
  await refreshTrust();
  return people;
}

const said = (author: Viewer, p: number, fields: Parameters<typeof someMention>[0] = {}) =>
  someMention({ author: author.id, p, ...fields });

async function effectsByName(id: string) {
  const { items = [] } = (await readEffects(id, LIMIT)) ?? {};
  return Object.fromEntries(items.map(({ name, points }) => [name, points]));
}

const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"] as const;

test("a week's effects are those computed by hand", async () => {
  const { Ada, Ben, Cleo, Dan, Eva, Finn, Gus, Hal } = await addMembersNamed(NAMES);
  const article = await addArticle({ author: Ada });
  // Names no token: it only adds to the weight of the article.
  await createComment({
    subject: onArticle(article.id),
    authorId: Ben.id,
    username: Ben.name,
    content: "I see it in the same way.",
  });
  const text = Array.from({ length: 20 }, (_, i) => i + 1);
  const hoursAgo = (hours: number) => ({ createdAt: Date.now() - hours * HOUR });
  await importMentions([
    said(Ada, 0.9, { kind: "article", document: article.id }),
    said(Ada, -0.3),
    ...[Cleo, Dan, Eva, Finn].map((person) => said(person, 0.9)),
    // Hal repeats the text of Gus.
    said(Gus, 0.9, { sketch: text, ...hoursAgo(3) }),
    said(Hal, 0.2, { sketch: text, ...hoursAgo(2) }),
  ]);
  const { id, allocation } = await sentimentEngine.make(new Date());
  // Seven people wrote, but Hal's text is a copy. N = 6, T = 6, L = 2, H = 6, c = 1.
  // Ada's article weighs 1 + ln(1 + 0.5 · 1) = 1.405465: a = (1.405465 · 0.9 − 0.3) / 2.405465 = 0.401137.
  // μ = (5 · 0.9 + 0.401137) / 11 = 0.445558; Σ v(a − μ)² = 5 · 0.206518 + 0.001973 = 1.034562.
  // se = √(1.034562 + 0.8) / 11 = 0.123132; S = M = 0.322426; R = 80 · 0.272426 / 0.45 = 48.43.
  expect(allocation).toEqual({ BTC: 48, USDT: 52 });
  expect(await effectsByName(id)).toEqual({
    // N = 5, c = 0.75; μ = 4.5 / 10 = 0.45; se = √(5 · 0.2025 + 0.8) / 10 = 0.134629; S = 0.315371;
    // R = 80 · 0.265371 / 0.45 · 0.75 = 35.38.
    Ada: { BTC: 13, USDT: -13 },
    // Without Ben's comment Ada's article weighs 1, a = 0.3: μ = 4.8 / 11 = 0.436364;
    // Σ v(a − μ)² = 5 · 0.214959 + 0.018595 = 1.093388; se = 0.125090; S = 0.311274; R = 46.45.
    Ben: { BTC: 2, USDT: -2 },
    // N = 5, c = 0.75; μ = (3.6 + 0.401137) / 10 = 0.400114; Σ = 4 · 0.249886 + 0.000001 = 0.999546;
    // se = 0.134147; S = 0.265967; R = 80 · 0.215967 / 0.45 · 0.75 = 28.80.
    Cleo: { BTC: 20, USDT: -20 },
    Dan: { BTC: 20, USDT: -20 },
    Eva: { BTC: 20, USDT: -20 },
    Finn: { BTC: 20, USDT: -20 },
    // Hal's text is no copy any more, so N = 6; μ = (3.6 + 0.401137 + 0.2) / 11 = 0.381922;
    // Σ = 4 · 0.268405 + 0.000369 + 0.033096 = 1.107085; se = 0.125549; S = 0.256373; R = 36.69.
    Gus: { BTC: 12, USDT: -12 },
  });
});

/** What people wrote in a week, as text: comments on an article of somebody who wrote nothing about a token. */
const WEEK: Record<"Ada" | "Ben" | "Cleo" | "Dan" | "Eva" | "Finn", readonly string[]> = {
  Ada: [
    "Bitcoin is great and I love how strong it looks after this wonderful week of good news",
    "Ethereum is a good and promising network with excellent people",
  ],
  Ben: [
    "Bitcoin is great and I love how strong it looks after this wonderful week of good news, friends",
    "Solana is amazing",
  ],
  Cleo: ["I am bullish on Bitcoin, the best there is", "Ethereum looks awful and weak to me"],
  Dan: ["Bitcoin is a superb success", "Ethereum made me happy and rich, it is excellent"],
  Eva: ["Great gains with Bitcoin, I love it", "Ethereum is the best, a wonderful success"],
  Finn: ["Bitcoin is wonderful, and so is Ethereum: great, strong and promising"],
};

test("an effect is what removing the texts changes on a copy of the site", async () => {
  const writers = Object.keys(WEEK) as (keyof typeof WEEK)[];
  const people = await addMembersNamed([...writers, "Gus", "Hal"]);
  const [theirs, neutral] = [
    await addArticle({ author: people.Dan, title: "Bitcoin is a great success" }),
    await addArticle({ author: people.Gus, title: "Notes" }),
  ];
  const texts = new Map<string, string>();
  for (const [i, name] of writers.entries()) {
    for (const [k, content] of WEEK[name].entries()) {
      const comment = await createComment({
        subject: onArticle(k ? neutral.id : theirs.id),
        authorId: people[name].id,
        username: name,
        content,
        createdAt: new Date(Date.now() - (20 - i) * HOUR),
      });
      await rescoreMentions("comment", comment.id);
      texts.set(comment.id, name);
    }
  }
  await rescoreMentions("article", theirs.id);
  const at = new Date();
  const { id, allocation } = await sentimentEngine.make(at);
  const effects = await effectsByName(id);
  expect(Object.keys(effects).length).toBeGreaterThan(3);

  const names = ["comments", "articles", "mentions", "text-salts", "upvotes"];
  const copy = await Promise.all(names.map((name) => collection(name).find().toArray()));
  for (const name of writers) {
    for (const [comment, author] of texts) if (author === name) await removeComment(comment);
    // What others wrote below it stays; the removal of the whole article would remove that, too.
    if (name === "Dan") {
      await collection("articles").deleteOne({ title: "Bitcoin is a great success" });
      await collection("mentions").deleteMany({ document: theirs.id });
    }
    const without = await sentimentEngine.make(at);
    expect(effects[name] ?? {}, name).toEqual(differenceOf(allocation, without.allocation));
    for (const [i, rows] of copy.entries()) {
      await collection(names[i]!).deleteMany({});
      if (rows.length) await collection(names[i]!).insertMany(rows);
    }
  }
});

test("the price of manipulation is the number of accounts that move the week", async () => {
  const tokens = ["ADA", "BNB", "BTC", "DOGE", "ETH", "LINK", "LTC", "SOL", "TRX", "XRP"];
  const people = await addMembersNamed(NAMES.slice(0, 7));
  const untrusted = [];
  for (let i = 0; i < 26; i += 1) untrusted.push(await addUser());
  await importMentions([
    ...Object.values<Viewer>(people).flatMap((person) =>
      tokens.map((token) => said(person, 0.9585, { token })),
    ),
    ...untrusted.slice(0, 20).map((person) => said(person, 0, { token: "UNI" })),
  ]);
  const { id, allocation } = await sentimentEngine.make(new Date());
  expect((await readEffects(id, LIMIT))?.summary.price.least).toEqual({
    token: "ADA",
    said: -1,
    accounts: 6,
    moved: { asset: "USDT", points: 10 },
  });
  const moves: unknown[] = [];
  for (const accounts of [untrusted.slice(20, 25), untrusted.slice(25)]) {
    await importMentions(
      accounts.flatMap((one) => [1, 2, 3].map(() => said(one, -1, { token: "ADA" }))),
    );
    const after = await sentimentEngine.make(new Date());
    moves.push(differenceOf(after.allocation, allocation));
  }
  const eachFell = Object.fromEntries(tokens.map((token) => [token, -1]));
  expect(moves).toEqual([
    { ADA: -1, USDT: 1 },
    { ...eachFell, USDT: 10 },
  ]);
});

describe("stored effects", () => {
  /** A recommendation of two hours ago that five people moved alike: from 17% without one of them to 35%. */
  async function makeWeek() {
    const people = await addMembersNamed(NAMES.slice(0, 5));
    const earlier = { createdAt: Date.now() - 3 * HOUR };
    await importMentions(Object.values<Viewer>(people).map((one) => said(one, 0.9, earlier)));
    const at = new Date(Date.now() - 2 * HOUR);
    return { people, id: (await sentimentEngine.make(at)).id };
  }
  const points = { BTC: 18, USDT: -18 };

  test("are read in pages, of a recommendation and of a person", async () => {
    const { people, id } = await makeWeek();
    const first = await browseEffects(id, { limit: 2 });
    expect(first).toMatchObject({ count: 5, summary: { isFromInputs: false } });
    expect(first!.items).toHaveLength(2);
    expect(first!.items[0]).toMatchObject({
      points,
      mentions: [{ token: "BTC" }],
      recommendationId: id,
    });
    const own = await readEffectsOf(people.Ada.id, LIMIT);
    expect(own.items).toEqual([expect.objectContaining({ recommendationId: id, points })]);
    await expect(browseEffects(people.Ada.id, LIMIT)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("of a recommendation without any are computed from its inputs, once", async () => {
    const { id } = await makeWeek();
    const before = await effectsByName(id);
    await collection("author-effects").deleteMany({});
    await collection("effect-summaries").deleteMany({});
    expect(await readEffects(id, LIMIT)).toBeNull();
    expect(await addMissingEffects()).toBe(1);
    expect(await effectsByName(id)).toEqual(before);
    expect(await readEffects(id, LIMIT)).toMatchObject({ summary: { isFromInputs: true } });
    expect(await addMissingEffects()).toBe(0);
  });

  test.each([true, false])(
    "go with an account, or stay without its name: %s",
    async (withContent) => {
      const { people, id } = await makeWeek();
      const { id: leaver, email } = people.Ada;
      const successor = { id: idOf(0xdead), name: "Deleted account" };
      // Twice, as after an interruption.
      for (const _ of [1, 2]) {
        await recommendations.deleteFor?.({ id: leaver, email, successor, withContent });
      }
      expect((await readEffectsOf(leaver, LIMIT)).items).toEqual([]);
      const { items, count } = (await readEffects(id, LIMIT))!;
      expect(count).toBe(withContent ? 4 : 5);
      expect(items.map(({ name }) => name).sort()).toEqual(
        [...(withContent ? [] : [null]), "Ben", "Cleo", "Dan", "Eva"].sort(),
      );
    },
  );
});
