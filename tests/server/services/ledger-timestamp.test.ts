/** Timestamps of the ledger's heads, by `openssl ts` as a local authority. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import {
  appendEntry,
  checkpointsAttested,
  repairLedger,
} from "~/services/ledger/append-entry.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { onWarning } from "~/services/warnings.server";
import { call } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { openAuthority, type Authority } from "../../setup/timestamp-authority";

useDatabase();

let authority: Authority;
let server: Server;
/** The status and the body that the authority answers to a request. */
let answer: (query: Buffer) => Promise<[status: number, body: Buffer]>;
let asked: { type: string | undefined; query: Buffer }[] = [];

const granted = async (query: Buffer): Promise<[number, Buffer]> => [
  200,
  await authority.stamp(query),
];

beforeAll(async () => {
  authority = await openAuthority();
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const query = Buffer.concat(chunks);
      asked.push({ type: req.headers["content-type"], query });
      answer(query).then(
        ([status, body]) =>
          res.writeHead(status, { "Content-Type": "application/timestamp-reply" }).end(body),
        (error: Error) => res.writeHead(500).end(error.message),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  setEnvironment(process.env);
  authority.end();
});

beforeEach(async () => {
  asked = [];
  setEnvironment(process.env);
  await appendEntry({ kind: "recommendation", of: "a", body: {} });
  const { port } = server.address() as AddressInfo;
  setEnvironment({ ...process.env, TIMESTAMP_URL: `http://127.0.0.1:${port}/tsa` });
});

const timestamp = async () => (await readCheckpoint())!.timestamp;

/** Runs the upkeep with the answers of an authority. @returns the warnings */
async function upkeepWith(answering: typeof answer): Promise<string[]> {
  answer = answering;
  const warned: string[] = [];
  const stop = onWarning(({ error }) => warned.push((error as Error).message));
  await repairLedger();
  stop();
  return warned;
}

test("a head gets one timestamp, which openssl verifies over the note of the site", async () => {
  expect(await upkeepWith(granted)).toEqual([]);
  expect(asked).toMatchObject([{ type: "application/timestamp-query" }]);
  const { at, token } = (await timestamp())!;
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(10_000);
  authority.inFile("token.der", Buffer.from(token, "base64"));
  authority.inFile("note", (await readCheckpoint())!.note);
  const verify = ["ts", "-verify", "-in", "token.der", "-token_in", "-CAfile", "ca.pem"];
  expect(String(authority.openssl(...verify, "-data", "note"))).toBe("Verification: OK\n");
  authority.inFile("note", "another note");
  expect(() => authority.openssl(...verify, "-data", "note")).toThrow();

  await upkeepWith(granted);
  expect(asked).toHaveLength(1);
  const served = (await (await call("/api/ledger/checkpoint")).json()) as object;
  expect(served).toMatchObject({ timestamp: { at: at.toISOString(), token } });
});

test("a failed request is repeated by the upkeep, and the next entry is stamped at once", async () => {
  expect(await upkeepWith(() => Promise.reject(new Error("down")))).toEqual([
    "it answered with status 500",
  ]);
  expect(await timestamp()).toBeNull();
  expect(await upkeepWith(granted)).toEqual([]);
  expect(await timestamp()).not.toBeNull();
  await appendEntry({ kind: "recommendation", of: "b", body: {} });
  await checkpointsAttested();
  expect(await timestamp()).not.toBeNull();
  expect(await readCheckpoint()).toMatchObject({ size: 3 });
});

const otherQuery = (...args: string[]): Buffer => {
  authority.openssl("ts", "-query", ...args, "-out", "other.tsq");
  return readFileSync(join(authority.dir, "other.tsq"));
};
const digestIn = (query: Buffer) =>
  query.subarray(query.indexOf("0420", 0, "hex") + 2).subarray(0, 32);

test.each<[string, typeof answer, RegExp]>([
  [
    "about another digest",
    async () => granted(otherQuery("-digest", "00".repeat(32), "-sha256")),
    /something else than the checkpoint/,
  ],
  [
    "to another request about the same",
    async (query) => granted(otherQuery("-digest", digestIn(query).toString("hex"), "-sha256")),
    /another request/,
  ],
  [
    "without a nonce",
    async (query) =>
      granted(otherQuery("-digest", digestIn(query).toString("hex"), "-sha256", "-no_nonce")),
    /another request/,
  ],
  [
    "that refuses",
    async () => granted(otherQuery("-digest", "00".repeat(64), "-sha512")),
    /refused, with status 2/,
  ],
  ["that is empty", () => Promise.resolve([200, Buffer.alloc(0)]), /no response/],
  ["that is a page", () => Promise.resolve([200, Buffer.from("<html>")]), /no response/],
  [
    "with bytes behind it",
    async (query) => [200, Buffer.concat([await authority.stamp(query), Buffer.alloc(1)])],
    /no response/,
  ],
  [
    "that is cut",
    async (query) => [200, (await authority.stamp(query)).subarray(0, -9)],
    /no response/,
  ],
  [
    "that grants without a token",
    () => Promise.resolve([200, Buffer.from("30053003020100", "hex")]),
    /no response/,
  ],
  ["that is endless", () => Promise.resolve([200, Buffer.alloc(70_000)]), /answered with more/],
])("an answer %s is not kept", async (_, answering, warning) => {
  expect(await upkeepWith(answering)).toEqual([expect.stringMatching(warning)]);
  expect(await timestamp()).toBeNull();
});
