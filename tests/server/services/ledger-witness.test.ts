/** Witnesses of the ledger, and the site as a witness of others (C2SP tlog-witness). */
import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { hashLeaf } from "~/domain/merkle-tree";
import { loader as checkpointLoader } from "~/routes/ledger.checkpoint";
import { loader as keyLoader } from "~/routes/ledger.key";
import { loader as witnessedLoader } from "~/routes/witness.$origin.checkpoint";
import { action } from "~/routes/witness.add-checkpoint";
import {
  appendEntry,
  checkpointsAttested,
  repairLedger,
} from "~/services/ledger/append-entry.server";
import { formatCheckpoint, hashToBase64 } from "~/services/ledger/checkpoint";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import {
  COSIGNATURE,
  cosignText,
  formatVerifierKey,
  joinNote,
  NOTE_SIGNATURE,
  parseNote,
  parseVerifierKey,
  signText,
  verifiedSignatures,
  verifierKeyOf,
} from "~/services/ledger/signed-note";
import { call } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { proveConsistency, rootOf } from "../../setup/merkle-tree";
import { argsFor } from "../../setup/routes";

useDatabase();
const set = (variables: Record<string, string>) =>
  setEnvironment({ ...process.env, APP_ORIGIN: "https://site.example", ...variables });
const servers: Server[] = [];
afterEach(() => {
  setEnvironment(process.env);
  for (const server of servers.splice(0)) server.close();
});

const post = async (body: string | Buffer<ArrayBuffer>) => {
  const response = (await action(
    argsFor("/witness/add-checkpoint", { body, headers: { "Content-Type": "text/plain" } }),
  )) as Response;
  return {
    status: response.status,
    type: response.headers.get("Content-Type"),
    text: await response.text(),
  };
};
const textOf = async (response: unknown) => await (response as Response).text();
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const witnessKey = async () =>
  parseVerifierKey((await textOf(await keyLoader(argsFor("/ledger/key")))).split("\n")[1]!)!;

describe("as a witness, the site answers the published requests as litewitness does", () => {
  const ORIGIN =
    "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562";
  const x = Buffer.from(
    "ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f",
    "hex",
  ).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const log = verifierKeyOf(ORIGIN, key, NOTE_SIGNATURE);
  const [first, second, third, fourth, fifth] = ["A", "E", "I", "M", "Q"].map(
    (letter) => `Kg${letter}${"A".repeat(40)}=`,
  );
  const NOTES: Record<number, [root: string, signature: string]> = {
    1: [
      first!,
      "UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=",
    ],
    3: [
      "RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=",
      "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=",
    ],
    5: [
      "QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=",
      "UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=",
    ],
  };
  const request = (old: number, proof: readonly string[], size: number, origin = ORIGIN) => {
    const [root, signature] = NOTES[size]!;
    const note = joinNote(`${origin}\n${size}\n${root}\n`, [`— ${origin} ${signature}`]);
    return `old ${old}\n${proof.map((line) => `${line}\n`).join("")}\n${note}`;
  };
  const toThree = [second!, third!];
  const toFive = [third!, fourth!, "wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=", fifth!];

  test("in their order", async () => {
    expect(log.id).toBe("5202289b");
    set({ WITNESS_LOGS: formatVerifierKey(log) });
    const asked: [string, number, string | RegExp][] = [
      [request(0, [], 1), 200, /^— site\.example\/witness \S+\n$/],
      [request(1, toThree, 3).replace("6go=", "6gx="), 403, /./],
      [request(1, toThree, 3).replace("UgIom2V", "UgIom2W"), 403, /./],
      [request(1, toThree, 3, `${ORIGIN.slice(0, -1)}3`), 404, /./],
      [request(1, [], 3), 422, /./],
      [request(1, [second!, third!.replace("AAA=", "ABA=")], 3), 422, /./],
      [request(4, toThree, 3), 400, /./],
      [request(1, toThree, 3), 200, /^— site\.example\/witness /],
      [request(1, toThree, 5), 409, "3\n"],
      [request(3, toFive, 5), 200, /^— site\.example\/witness /],
      [request(0, [], 5), 409, "5\n"],
      [request(5, [], 5), 200, /^— /],
      [request(5, [first!], 5), 422, /./],
    ];
    for (const [body, status, text] of asked) {
      const answer = await post(body);
      expect(answer).toMatchObject({ status, text: expect.stringMatching(text) as string });
      if (status === 409) expect(answer.type).toBe("text/x.tlog.size");
    }
    const path = `/witness/${hash(ORIGIN)}/checkpoint`;
    const note = await textOf(
      await witnessedLoader(argsFor(path, { params: { origin: hash(ORIGIN) } })),
    );
    expect(verifiedSignatures(parseNote(note)!, [log, await witnessKey()])).toHaveLength(2);
  });

  test("and that of sum.golang.org, whose key has another name than its origin", async () => {
    const vkey = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
    set({ WITNESS_LOGS: `go.sum database tree ${vkey}` });
    const text = "go.sum database tree\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n";
    const line =
      "— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=";
    const { status, text: cosignature } = await post(`old 0\n\n${joinNote(text, [line])}`);
    expect(status).toBe(200);
    const note = parseNote(`${joinNote(text, [line])}${cosignature}`)!;
    expect(verifiedSignatures(note, [await witnessKey()])).toHaveLength(1);
  });

  test.each([
    ["nothing", ""],
    ["no old size", request(1, toThree, 3).replace("old 1\n", "")],
    ["an old size with a leading zero", request(1, toThree, 3).replace("old 1", "old 01")],
    ["a negative old size", request(1, toThree, 3).replace("old 1", "old -1")],
    ["a line that is no hash", request(1, [...toThree, "AAAA"], 3)],
    ["64 lines of proof", request(1, Array<string>(64).fill(second!), 3)],
    ["no checkpoint", "old 0\n\n"],
    ["a checkpoint without a signature", request(0, [], 1).split("\n— ")[0]!],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x0a])],
  ])("and a request with %s as malformed", async (_, body) => {
    set({ WITNESS_LOGS: formatVerifierKey(log) });
    expect((await post(body)).status).toBe(400);
  });

  test("and no request unless the operator has named a log", async () => {
    set({});
    expect((await post(request(0, [], 1))).status).toBe(404);
  });
});

/** A log of its own, with a branch that differs in its last entry. */
function someLog() {
  const { privateKey } = generateKeyPairSync("ed25519");
  const origin = "log.example";
  const leaves = (size: number, branch: string) =>
    Array.from({ length: size }, (_, i) => hashLeaf(`${i}${i === size - 1 ? branch : ""}`));
  return {
    vkey: formatVerifierKey(verifierKeyOf(origin, privateKey, NOTE_SIGNATURE)),
    submit(old: number, size: number, branch = "") {
      const tree = leaves(size, branch);
      const text = formatCheckpoint({ origin, size, root: rootOf(tree) });
      const proof = old ? proveConsistency(tree, old).map((one) => `${hashToBase64(one)}\n`) : [];
      const note = joinNote(text, [signText(origin, privateKey, text)]);
      return `old ${old}\n${proof.join("")}\n${note}`;
    },
  };
}

test("of branches that are submitted at the same time, one is cosigned", async () => {
  const { vkey, submit } = someLog();
  set({ WITNESS_LOGS: vkey });
  expect((await post(submit(0, 4))).status).toBe(200);
  const branches = Array.from({ length: 8 }, (_, i) => submit(4, 5, `branch ${i}`));
  const statuses = (await Promise.all(branches.map(post))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
});

describe("witnesses of the site's ledger", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const name = "witness.example/w1";
  const vkey = formatVerifierKey(verifierKeyOf(name, privateKey, COSIGNATURE));
  const other = generateKeyPairSync("ed25519").privateKey;
  const append = (of: string) => appendEntry({ kind: "recommendation", of, body: {} });
  const cosignature = async (key = privateKey, at = new Date()) =>
    cosignText(name, key, parseNote((await readCheckpoint())!.note)!.text, at);
  const send = (size: number, signature: string) =>
    call("/api/ledger/cosignatures", { body: { size, signature } });
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

  test("may post a cosignature of the newest checkpoint, which is served with it", async () => {
    set({ LEDGER_WITNESSES: vkey });
    expect((await send(1, "— w AAAAAAA=")).status).toBe(404);
    await append("a");
    const line = await cosignature();
    expect((await send(2, line)).status).toBe(200);
    expect((await send(2, await cosignature())).status).toBe(200);
    expect((await readCheckpoint())!.cosignatures).toMatchObject([{ key: vkey, line }]);
    const note = await textOf(await checkpointLoader(argsFor("/ledger/checkpoint")));
    expect(verifiedSignatures(parseNote(note)!, [parseVerifierKey(vkey)!])).toHaveLength(1);
    const body = (await (await call("/api/ledger/checkpoint")).json()) as object;
    expect(body).toMatchObject({ size: 2, note, cosignatures: [{ key: vkey, line }] });
    await append("b");
    expect((await send(2, line)).status).toBe(409);
    expect((await send(3, line)).status).toBe(403);
  });

  test.each([
    ["by an unknown key", () => cosignature(other)],
    ["from the future", () => cosignature(privateKey, later(11))],
    [
      "of a time that is no date",
      () => cosignature(privateKey, { getTime: () => 2 ** 62 } as Date),
    ],
    ["that is no line of a note", () => Promise.resolve("x")],
    ["that is empty", () => Promise.resolve("")],
  ])("may not post a signature %s", async (_, make) => {
    set({ LEDGER_WITNESSES: vkey });
    await append("a");
    expect((await send(2, await make())).status).toBe(403);
    expect((await readCheckpoint())!.cosignatures).toEqual([]);
  });

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`;
  }

  test("are asked after each entry, with the proof from what they know, and again by the upkeep", async () => {
    let isDown = true;
    const statuses: number[] = [];
    // The witness is the site itself, as it answers under another address.
    const address = await listen((req, res) => {
      expect(req.url).toBe("/prefix/add-checkpoint");
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        if (isDown) return void res.writeHead(500).end();
        void post(Buffer.concat(chunks) as Buffer<ArrayBuffer>).then(({ status, text }) => {
          statuses.push(status);
          res.writeHead(status).end(text);
        });
      });
    });
    set({});
    const [log] = (await textOf(await keyLoader(argsFor("/ledger/key")))).split("\n");
    set({ WITNESS_LOGS: log! });
    const witness = formatVerifierKey(await witnessKey());
    set({ WITNESS_LOGS: log!, LEDGER_WITNESSES: witness, LEDGER_WITNESS_URLS: address });
    await append("a");
    await repairLedger();
    expect((await readCheckpoint())!.cosignatures).toEqual([]);
    isDown = false;
    await repairLedger();
    expect((await readCheckpoint())!.cosignatures).toMatchObject([{ key: witness }]);
    statuses.length = 0;
    await repairLedger();
    expect(statuses).toEqual([]);
    await append("b");
    await checkpointsAttested();
    expect((await readCheckpoint())!.cosignatures).toHaveLength(1);
    expect(statuses).toEqual([409, 200]);
  });
});
