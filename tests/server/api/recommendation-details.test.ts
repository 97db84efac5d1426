/** A single recommendation in the API: complete enough to be recomputed, and no more than its page shows. */
import { describe, expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { computeMomentum, type MomentumInputs } from "~/domain/momentum";
import { computeSentiment } from "~/domain/sentiment/sentiment";
import type { StoredMention } from "~/models/mention.server";
import type { MomentumDetailsResponse } from "~/schemas/momentum-responses";
import type { SentimentDetailsResponse } from "~/schemas/sentiment-responses";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { call, ORIGIN } from "../../setup/api";
import { validationErrors } from "../../setup/api-document";
import { useDatabase } from "../../setup/database";
import { addMentions, someMention } from "../../setup/mentions";
import { addArticle } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";
import { idOf } from "../../setup/rows";

useDatabase();

/** A mention of an hour ago, by an author whose id ends in `number` as six hexadecimal digits. */
const mention = (number: number, fields: Partial<StoredMention>) =>
  someMention({
    document: idOf(number),
    author: `65a1b2c3d4e5f60718${number.toString(16).padStart(6, "0")}`,
    ...fields,
  });

const pathOf = (kind: string, id: string, query = "") =>
  `/api/${kind}-recommendations/${id}${query}`;

async function read<Details>(kind: string, id: string, query = ""): Promise<Details> {
  const response = await call(pathOf(kind, id, query));
  expect(response.status).toBe(200);
  const details: unknown = await response.json();
  const $ref = `#/components/schemas/${kind === "momentum" ? "Momentum" : "Sentiment"}Details`;
  expect(validationErrors({ $ref }, details)).toEqual([]);
  return details as Details;
}

test("GET /api/momentum-recommendations/{id} returns the fields of the list, the closes, and every step of the calculation", async () => {
  await importMomentumCloses();
  const { id } = await momentumEngine.make(new Date());
  const details = await read<MomentumDetailsResponse>("momentum", id);
  const [listed] = (await (await call("/api/momentum-recommendations")).json()) as object[];
  const yesterday = addDays(dayOf(new Date()), -1);
  expect(details).toMatchObject({
    ...listed,
    method: 1,
    window: { from: addDays(yesterday, -29), to: yesterday },
    facts: { asOf: yesterday, source: "imported closes", isSample: false, isDegraded: false },
    outcome: { state: "pending", missing: [], value: null, until: null },
    newerId: null,
    olderId: null,
  });
  const inputs: MomentumInputs = { asOf: details.facts.asOf, closes: details.inputs };
  expect(computeMomentum(inputs)).toEqual(details.calculation);
  expect(details.inputs.BTC).toHaveLength(31);
  // Computed by hand: from 54,545.45 to 60,000 in four weeks.
  expect(details.calculation.assets.BTC.first?.close).toBeCloseTo(54_545.45, 2);
  expect(details.calculation.assets.BTC.rateOfChange).toBeCloseTo(10, 9);
  expect(details.formulas.exposure[1]).toBe("E = min(1, 40 / σ_p)");
  expect(details.constants).toMatchObject({ maxVolatility: 40, momentumDays: 28 });
});

describe("GET /api/sentiment-recommendations/{id}", () => {
  async function readAll(id: string) {
    const first = await read<SentimentDetailsResponse>("sentiment", id);
    const mentions = [...first.inputs.mentions];
    for (let page = 2; page <= first.inputs.pages; page += 1) {
      const next = await read<SentimentDetailsResponse>("sentiment", id, `?page=${page}`);
      mentions.push(...next.inputs.mentions);
    }
    return { first, mentions };
  }

  test("returns all that is needed to recompute it", async () => {
    await addMentions([
      ...Array.from({ length: 130 }, (_, i) => mention(i, { p: 0.6 - (i % 7) / 10 })),
      ...Array.from({ length: 9 }, (_, i) => mention(200 + i, { token: "SOL", p: 0.5 })),
      ...Array.from({ length: 3 }, (_, i) => mention(300 + i, { token: "ETH", p: -0.2 })),
    ]);
    const { id } = await sentimentEngine.make(new Date());
    const { first, mentions } = await readAll(id);
    expect(first.inputs).toMatchObject({ token: null, page: 1, pages: 2 });
    expect(mentions).toHaveLength(142);
    // Which document a mention is in does not matter, and its author is as good by any unique name.
    const named = mentions.map((one, i) => ({ ...one, document: idOf(i), trust: one.trust ?? 0 }));
    const said = named.map((one) => ({ ...one, createdAt: Date.parse(one.createdAt) }));
    const { allocation, ...calculation } = computeSentiment(said);
    expect(first).toMatchObject({ allocation, calculation });
    expect(allocation.BTC).toBeGreaterThan(0);
  });

  test("returns no more about people than its page shows", async () => {
    const article = await addArticle();
    await addMentions([
      mention(1, { kind: "article", document: article.id }),
      mention(2, { document: idOf(0xdead) }),
    ]);
    const { id } = await sentimentEngine.make(new Date());
    const { inputs } = await read<SentimentDetailsResponse>("sentiment", id);
    const [one] = inputs.mentions.filter(({ kind }) => kind === "article");
    expect(one).toEqual({
      number: 2,
      authorName: null,
      kind: "article",
      link: `${ORIGIN}/article/${article.id}`,
      token: "BTC",
      p: 0.6,
      createdAt: expect.any(String),
      author: "000001",
      trust: expect.any(Number),
      weight: 1,
      isCounted: true,
      isCopy: false,
    });
    const text = JSON.stringify(inputs);
    expect(text).not.toContain("65a1b2c3d4e5f60718000001");
    // Not even the id of a document that no longer exists.
    expect(text).not.toContain(idOf(0xdead));
  });
});
