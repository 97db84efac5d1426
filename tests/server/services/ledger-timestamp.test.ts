/** Timestamps of the ledger's heads, by `openssl ts` as a local authority. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { appendEntry, repairLedger } from "~/services/ledger/append-entry.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { onWarning } from "~/services/warnings.server";
import { installDebianPackages } from "../../../scripts/lib/debian.mjs";
import { call } from "../../setup/api";
import { useDatabase } from "../../setup/database";

useDatabase();

const CONFIGURATION = `
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;
const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

let dir = "";
let server: Server;
/** The status and the body that the authority answers to a request. */
let answer: (query: Buffer) => Promise<[status: number, body: Buffer]>;
let asked: { type: string | undefined; query: Buffer }[] = [];

const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "pipe" });
const inFile = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content);

async function stamp(query: Buffer): Promise<Buffer> {
  inFile("query.tsq", query);
  const args = [
    "ts",
    "-reply",
    "-queryfile",
    "query.tsq",
    "-config",
    "tsa.cnf",
    "-out",
    "reply.tsr",
  ];
  await promisify(execFile)("openssl", args, { cwd: dir });
  return readFileSync(join(dir, "reply.tsr"));
}
const granted = async (query: Buffer): Promise<[number, Buffer]> => [200, await stamp(query)];

beforeAll(async () => {
  try {
    execFileSync("openssl", ["version"], { stdio: "pipe" });
  } catch {
    await installDebianPackages("openssl");
  }
  dir = mkdtempSync(join(tmpdir(), "quorum-tsa-"));
  inFile("tsa.cnf", CONFIGURATION);
  inFile("serial", "01\n");
  inFile("extensions", "extendedKeyUsage=critical,timeStamping\n");
  openssl("req", "-x509", ...EC, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=CA");
  openssl("req", ...EC, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=TSA");
  const signing = [
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-extfile",
    "extensions",
  ];
  openssl("x509", "-req", "-in", "tsa.csr", "-out", "tsa.pem", ...signing);
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
  rmSync(dir, { recursive: true });
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
  inFile("token.der", Buffer.from(token, "base64"));
  inFile("note", (await readCheckpoint())!.note);
  const verify = ["ts", "-verify", "-in", "token.der", "-token_in", "-CAfile", "ca.pem"];
  expect(String(openssl(...verify, "-data", "note"))).toBe("Verification: OK\n");
  inFile("note", "another note");
  expect(() => openssl(...verify, "-data", "note")).toThrow();

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
  await expect.poll(timestamp).not.toBeNull();
  expect(await readCheckpoint()).toMatchObject({ size: 3 });
});

const otherQuery = async (...args: string[]) => {
  await promisify(execFile)("openssl", ["ts", "-query", ...args, "-out", "other.tsq"], {
    cwd: dir,
  });
  return readFileSync(join(dir, "other.tsq"));
};
const digestIn = (query: Buffer) =>
  query.subarray(query.indexOf("0420", 0, "hex") + 2).subarray(0, 32);

test.each<[string, typeof answer, RegExp]>([
  [
    "about another digest",
    async () => granted(await otherQuery("-digest", "00".repeat(32), "-sha256")),
    /something else than the checkpoint/,
  ],
  [
    "to another request about the same",
    async (query) =>
      granted(await otherQuery("-digest", digestIn(query).toString("hex"), "-sha256")),
    /another request/,
  ],
  [
    "without a nonce",
    async (query) =>
      granted(await otherQuery("-digest", digestIn(query).toString("hex"), "-sha256", "-no_nonce")),
    /another request/,
  ],
  [
    "that refuses",
    async () => granted(await otherQuery("-digest", "00".repeat(64), "-sha512")),
    /refused, with status 2/,
  ],
  ["that is empty", () => Promise.resolve([200, Buffer.alloc(0)]), /no response/],
  ["that is a page", () => Promise.resolve([200, Buffer.from("<html>")]), /no response/],
  [
    "with bytes behind it",
    async (query) => [200, Buffer.concat([await stamp(query), Buffer.alloc(1)])],
    /no response/,
  ],
  ["that is cut", async (query) => [200, (await stamp(query)).subarray(0, -9)], /no response/],
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
