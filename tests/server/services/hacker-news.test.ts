import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readEnvironment } from "~/config/env.server";
import { allTokens } from "~/domain/tokens";
import {
  outsideLink,
  outsideSources,
  readOutsideMentions,
  type OutsideMentions,
} from "~/services/sources/outside.server";
import { onWarning, type Warning } from "~/services/warnings.server";
import {
  json,
  startPriceServer,
  type Behaviour,
  type PriceServer,
} from "../../setup/price-provider";

const FROM = new Date("2026-01-05T00:00:00Z");
const TO = new Date("2026-01-12T00:00:00Z");
const WINDOW = { from: FROM, to: TO };
const at = (day: string) => Date.parse(day) / 1000;

let server: PriceServer;
beforeAll(async () => {
  server = await startPriceServer(json({ hits: [] }));
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

const sources = () => outsideSources({ HACKER_NEWS: true, HACKER_NEWS_URL: server.address });
const read = (behave: Behaviour, allMs?: number) => {
  server.behave = behave;
  return readOutsideMentions(WINDOW, undefined, { sources: sources(), allMs });
};
const NOTHING = { mentions: [], responded: [] };
const RESPONDED = ["Hacker News"];

const told: Warning[] = [];
let stop = () => {};
beforeEach(() => {
  told.length = 0;
  stop = onWarning((trouble) => told.push(trouble));
});
afterEach(() => stop());
function expectTrouble(outside: OutsideMentions) {
  expect(outside).toEqual(NOTHING);
  expect(told).toEqual([
    { message: "mentions from Hacker News could not be read", error: expect.any(Error) },
  ]);
}

const story = {
  objectID: "101",
  author: "pg",
  created_at_i: at("2026-01-06"),
  title: "Bitcoin is bullish",
  url: "https://example.org/solana",
  points: 7,
  _tags: ["story"],
};
const comment = {
  objectID: "102",
  author: "mara",
  created_at_i: at("2026-01-07"),
  title: null,
  comment_text:
    '&gt; Cardano is great<p>Solana isn&#x27;t bullish. <a href="https://x.io/doge">https:&#x2F;&#x2F;x.io&#x2F;doge</a>' +
    "<p><pre><code>XRP</code></pre>",
  story_title: "Bitcoin",
};

test("Hacker News is off unless it is switched on", () => {
  expect(outsideSources(readEnvironment({}))).toEqual([]);
  expect(outsideSources(readEnvironment({ HACKER_NEWS: "1" }))).toMatchObject([
    { name: "hacker-news" },
  ]);
});

describe("a story or comment", () => {
  test("counts once, without quotations, URLs and code", async () => {
    // Every query returns the same hits.
    const { mentions, responded } = await read(
      json({ hits: [story, comment], nbHits: 2, page: 0 }),
    );
    expect(responded).toEqual(RESPONDED);
    expect(told).toEqual([]);
    const kind = { kind: "outside", weight: 1, trust: 0, isCopy: false };
    expect(mentions.map(({ sketch: _, ...mention }) => mention)).toEqual([
      {
        ...kind,
        document: "hacker-news 101",
        author: "hacker-news pg",
        token: "BTC",
        p: 0.4895,
        createdAt: Date.parse("2026-01-06"),
      },
      {
        ...kind,
        document: "hacker-news 102",
        author: "hacker-news mara",
        token: "SOL",
        p: -0.3978,
        createdAt: Date.parse("2026-01-07"),
      },
    ]);
  });

  test("is queried by name and time, for every token except stablecoins", async () => {
    await read(json({ hits: [] }));
    const queries = server.asked.map(({ searchParams }) => searchParams.get("query"));
    const wanted = allTokens().filter(({ isStablecoin }) => !isStablecoin);
    expect(queries.sort()).toEqual(wanted.map(({ name }) => `"${name}"`).sort());
    for (const { pathname, searchParams } of server.asked) {
      expect(pathname).toBe("/api/v1/search_by_date");
      expect(searchParams.get("tags")).toBe("(story,comment)");
      expect(searchParams.get("numericFilters")).toBe(
        `created_at_i>=${at("2026-01-05")},created_at_i<${at("2026-01-12")}`,
      );
    }
  });

  test("outside the window is ignored", async () => {
    const early = { ...story, created_at_i: at("2026-01-04") };
    const late = { ...comment, created_at_i: at("2026-01-12") };
    expect(await read(json({ hits: [early, late] }))).toEqual({
      mentions: [],
      responded: RESPONDED,
    });
  });

  test("has a link", () => {
    expect(outsideLink("hacker-news 101")).toBe("https://news.ycombinator.com/item?id=101");
    expect(outsideLink("f".repeat(24))).toBeNull();
    expect(outsideLink("hacker-news 1/../x")).toBeNull();
  });
});

describe("there are no mentions and no error,", () => {
  const html: Behaviour = (_req, res) => {
    res.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><p>Busy</p>");
  };
  test.each<[string, Behaviour]>([
    ["for a page of HTML", html],
    ["for hits of another shape", json({ hits: [{ ...story, objectID: "../x" }] })],
    ["for more hits than requested", json({ hits: Array(101).fill(story) })],
    ["for a refused request", json({ message: "forbidden" }, 403)],
  ])("%s", async (_, behave) => {
    expectTrouble(await read(behave));
  });

  test("if one query of several fails, so that no token has an advantage", async () => {
    // A server of its own, because earlier requests may still arrive at the shared one.
    const own = await startPriceServer((req, res) => {
      const isWrong = req.url?.includes("Cardano");
      json(isWrong ? { message: "no" } : { hits: [story] }, isWrong ? 400 : 200)(req, res);
    });
    try {
      const switchedOn = outsideSources({ HACKER_NEWS: true, HACKER_NEWS_URL: own.address });
      expectTrouble(await readOutsideMentions(WINDOW, undefined, { sources: switchedOn }));
      // The remaining queries are not sent.
      expect(own.asked.length).toBeLessThan(allTokens().length / 2);
    } finally {
      await own.close();
    }
  });

  test("for a source that hangs, after a timeout", async () => {
    expectTrouble(await read(() => {}, 150));
  });
});
