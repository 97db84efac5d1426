/** Requests to external providers whose responses, redirects or addresses are hostile. */
import dns from "node:dns";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFetchJson, FetchJsonError } from "~/services/fetch-json.server";
import { json, startPriceServer, type Behaviour, type PriceServer } from "../setup/price-provider";

const MEGABYTE = 1024 * 1024;
const GOOD = { good: true };

let provider: PriceServer;
/** Listens on another port of the same machine. */
let other: PriceServer;
beforeAll(async () => {
  [provider, other] = [await startPriceServer(json(GOOD)), await startPriceServer(json(GOOD))];
});
beforeEach(() => {
  provider.asked.length = other.asked.length = 0;
});
afterAll(() => Promise.all([provider.close(), other.close()]));

function ask(behave: Behaviour, { host = "127.0.0.1", callMs = 60_000 } = {}) {
  provider.behave = behave;
  const url = new URL("/prices", provider.address);
  url.hostname = host;
  const patience = { callMs, allMs: 60_000, againMs: 1 };
  return createFetchJson(patience, new AbortController().signal)(url);
}

async function expectRefusal(asking: Promise<unknown>, message: string | RegExp) {
  await expect(asking).rejects.toBeInstanceOf(FetchJsonError);
  await expect(asking).rejects.toThrow(message);
}

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("is not followed: %d", async (status) => {
    const answer = ask((_req, res) =>
      res.writeHead(status, { Location: `${other.address}/secret` }).end(),
    );
    await expectRefusal(answer, `answered with status ${status}`);
    expect(provider.asked).toHaveLength(1);
    expect(other.asked).toEqual([]);
  });
});

describe("a body", () => {
  const JSON_TYPE = { "Content-Type": "application/json" };
  const closed = (res: ServerResponse) => new Promise((resolve) => res.once("close", resolve));

  it("of nearly five megabytes is read", async () => {
    const text = "x".repeat(5 * MEGABYTE - 2);
    expect((await ask(json(text))).body).toBe(text);
  });

  it("that never ends is given up, and its connection is closed", async () => {
    let end: Promise<unknown> | undefined;
    await expectRefusal(
      ask((_req, res) => {
        end = closed(res);
        res.writeHead(200, JSON_TYPE);
        const chunk = " ".repeat(MEGABYTE);
        const write = () => {
          while (!res.destroyed && res.write(chunk));
        };
        res.on("drain", write);
        write();
      }),
      "answered with more than 5 MB",
    );
    await end;
  });

  it("that becomes too large when it is decompressed is given up", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, 0x20), { level: 9 });
    expect(bomb.length).toBeLessThan(MEGABYTE / 4);
    const before = process.memoryUsage().rss;
    await expectRefusal(
      ask((_req, res) =>
        res.writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip" }).end(bomb),
      ),
      "answered with more than 5 MB",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  });

  it("that arrives byte by byte times out", async () => {
    let end: Promise<unknown> | undefined;
    const asking = ask(
      (_req, res) => {
        res.writeHead(200, JSON_TYPE);
        const timer = setInterval(() => res.write(" "), 20);
        end = closed(res).then(() => clearInterval(timer));
      },
      { callMs: 300 },
    );
    await expectRefusal(asking, "no answer within 0.3 s");
    await end;
  });

  it.each(["text/html", "text/plain; charset=application/json", "application/jsonp", ""])(
    "of another content type is refused: %s",
    async (type) => {
      await expectRefusal(
        ask((_req, res) => {
          if (type) res.setHeader("Content-Type", type);
          res.end("{}");
        }),
        "answered with something that is not JSON",
      );
    },
  );

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/problem+json"])(
    "with a content type of JSON is read: %s",
    async (type) => {
      const answer = await ask((_req, res) =>
        res.writeHead(200, { "Content-Type": type }).end("{}"),
      );
      expect(answer.body).toEqual({});
    },
  );
});

describe("a host of the internet", () => {
  const pointAt = (...answers: string[][]) => {
    let count = 0;
    return vi.spyOn(dns.promises, "lookup").mockImplementation((async () => {
      const addresses = answers[Math.min(count++, answers.length - 1)] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    }) as never);
  };

  it.each([["127.0.0.1"], ["::ffff:127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"]])(
    "that resolves to a private address is not connected to: %s",
    async (...addresses) => {
      const lookup = pointAt(addresses);
      const host = "rebound.example.org";
      await expectRefusal(ask(json(GOOD), { host }), `cannot be reached: ${host} has a private`);
      expect(provider.asked).toEqual([]);
      lookup.mockRestore();
    },
  );

  it("is resolved once, and connected to at the resolved address", async () => {
    // The name is visibly internal, so it may resolve to this machine. A second lookup would return another address.
    const lookup = pointAt(["127.0.0.1"], ["127.0.0.2"]);
    expect((await ask(json(GOOD), { host: "mirror.internal" })).body).toEqual(GOOD);
    expect(provider.asked).toHaveLength(1);
    expect(lookup).toHaveBeenCalledOnce();
    lookup.mockRestore();
  });
});
