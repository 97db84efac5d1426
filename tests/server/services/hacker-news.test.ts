import sanitizeHtml from "sanitize-html";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "~/config/env.server";
import { MAX_CONTENT_LENGTH } from "~/domain/field-limits";
import { tokens } from "~/domain/tokens";
import {
  outsideLink,
  outsideSources,
  readOutsideMentions,
  type OutsideMentions,
} from "~/services/sources/outside.server";
import type { OutsideDocument, OutsideSource } from "~/services/sources/source";
import { onWarning, type Warning } from "~/services/warnings.server";
import { inWorker } from "~/services/worker/worker.server";
import {
  json,
  startPriceServer,
  type Behaviour,
  type PriceServer,
} from "../../setup/price-provider";

vi.mock("sanitize-html", { spy: true });
vi.mock("~/services/worker/worker.server", { spy: true });

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
const NOTHING = { mentions: [], heard: [] };
const HEARD = ["Hacker News"];

/** The warnings for the operator. */
const told: Warning[] = [];
let stop = () => {};
beforeEach(() => {
  told.length = 0;
  stop = onWarning((trouble) => told.push(trouble));
});
afterEach(() => stop());
/** Expects no mentions, and a warning with the reason. */
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

test("Hacker News is not queried when it is off", async () => {
  expect(await readOutsideMentions(WINDOW, undefined, { sources: [] })).toEqual(NOTHING);
  expect(server.asked).toEqual([]);
});

describe("a story or comment", () => {
  test("counts once, without quotations, URLs and code", async () => {
    // Every query returns the same hits.
    const { mentions, heard } = await read(json({ hits: [story, comment], nbHits: 2, page: 0 }));
    expect(heard).toEqual(HEARD);
    expect(told).toEqual([]);
    const kind = { kind: "outside", weight: 1, trust: 0.1, isCopy: false };
    expect(mentions.map(({ sketch: _, ...mention }) => mention)).toEqual([
      {
        ...kind,
        document: "hacker-news 101",
        author: "hacker-news pg",
        token: "BTC",
        p: 0.5994,
        createdAt: Date.parse("2026-01-06"),
      },
      {
        ...kind,
        document: "hacker-news 102",
        author: "hacker-news mara",
        token: "SOL",
        p: -0.4847,
        createdAt: Date.parse("2026-01-07"),
      },
    ]);
  });

  test("is queried by name and time, for every token except stablecoins", async () => {
    await read(json({ hits: [] }));
    const queries = server.asked.map(({ searchParams }) => searchParams.get("query"));
    const wanted = tokens.filter(({ isStablecoin }) => !isStablecoin);
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
    expect(await read(json({ hits: [early, late] }))).toEqual({ mentions: [], heard: HEARD });
  });

  const comments = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...comment, objectID: String(1000 + i) }));

  test("is one of up to a hundred hits", async () => {
    const { mentions, heard } = await read(json({ hits: comments(100) }));
    expect([mentions.length, heard]).toEqual([100, HEARD]);
  });

  test("is read up to the length of an article", async () => {
    const padded = (length: number) => `${"x ".repeat(length / 2)}. Solana is bullish.`;
    const inside = { ...comment, comment_text: padded(MAX_CONTENT_LENGTH - 100) };
    const beyond = { ...comment, objectID: "103", comment_text: padded(MAX_CONTENT_LENGTH) };
    const { mentions, heard } = await read(json({ hits: [inside, beyond] }));
    expect(heard).toEqual(HEARD);
    expect(mentions.map(({ document }) => document)).toEqual(["hacker-news 102"]);
  });

  test("is sanitized in a turn of the event loop of its own, so as not to block it", async () => {
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const turns: number[] = [];
    vi.mocked(sanitizeHtml)
      .mockClear()
      .mockImplementation(() => {
        turns.push(turn);
        return "";
      });
    await read(json({ hits: comments(50) }));
    clearImmediate(next);
    vi.mocked(sanitizeHtml).mockRestore();
    expect(turns).toHaveLength(50);
    expect(new Set(turns).size).toBe(50);
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
    ["for an error with status 200", json({ error: "no such index" })],
    ["for hits of another shape", json({ hits: [{ ...story, objectID: "../x" }] })],
    ["for a hit without an author", json({ hits: [{ ...story, author: undefined }] })],
    ["for more hits than requested", json({ hits: Array(101).fill(story) })],
    ["for a refused request", json({ message: "forbidden" }, 403)],
    ["for a closed connection", (req) => void req.socket.destroy()],
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
      expect(own.asked.length).toBeLessThan(tokens.length - 4);
    } finally {
      await own.close();
    }
  });

  test.each<[string, Behaviour]>([
    ["that is rate-limiting", json({ message: "too many" }, 429)],
    ["that hangs", () => {}],
    [
      "that stops half-way",
      (_req, res) => void res.writeHead(200, { "Content-Length": 9 }).write("{"),
    ],
  ])("for a source %s, after a timeout", async (_, behave) => {
    const started = Date.now();
    expectTrouble(await read(behave, 150));
    expect(Date.now() - started).toBeLessThan(3000);
  });

  test("if no server listens", async () => {
    const nobody = outsideSources({ HACKER_NEWS: true, HACKER_NEWS_URL: "http://127.0.0.1:1" });
    expectTrouble(await readOutsideMentions(WINDOW, undefined, { sources: nobody }));
  });
});

test("other sources are read when one fails and one has very many mentions", async () => {
  const document = { author: "pg", createdAt: FROM, texts: ["Bitcoin is bullish"] };
  const source = (label: string, read: () => Promise<OutsideDocument[]>): OutsideSource => ({
    name: "hacker-news",
    label,
    read,
  });
  const much = Array.from({ length: 1000 }, () => ({ token: "BTC", p: 0.5 }));
  vi.mocked(inWorker).mockImplementationOnce(() =>
    Promise.resolve(Array.from({ length: 300 }, () => ({ mentions: much, sketch: [] }))),
  );
  const { mentions, heard } = await readOutsideMentions(WINDOW, undefined, {
    sources: [
      source("Broken", () => {
        throw new RangeError("too much");
      }),
      source("Vast", async () =>
        Array.from({ length: 300 }, (_, id) => ({ ...document, id: String(id) })),
      ),
      source("Small", async () => [{ ...document, id: "small" }]),
    ],
  });
  expect(heard).toEqual(["Vast", "Small"]);
  expect(mentions).toHaveLength(300_001);
  expect(mentions.at(-1)?.document).toBe("hacker-news small");
  expect(told.map(({ message }) => message)).toEqual(["mentions from Broken could not be read"]);
});
