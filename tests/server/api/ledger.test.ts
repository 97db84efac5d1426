import { createHash } from "node:crypto";
import mongoose from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import type { FullLedgerEntry } from "~/models/ledger.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { call, nextPath } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { addSignedIn } from "../../setup/people";
import { addMomentum, importMomentumCloses } from "../../setup/recommendations";

useDatabase();

interface Line {
  entry: FullLedgerEntry;
  stored: Record<string, unknown> | null;
}

async function download(
  path = "/api/ledger/export",
): Promise<{ lines: Line[]; next: string | null }> {
  const response = await call(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
  const text = await response.text();
  const lines = text.split("\n").slice(0, -1);
  return { lines: lines.map((line) => JSON.parse(line) as Line), next: nextPath(response) };
}

const at = (day: string) => new Date(`${day}T09:00:00Z`);

test("the list has the entries in order, in pages", async () => {
  for (const day of ["2026-01-05", "2026-01-12", "2026-01-19"]) await addMomentum(at(day));
  const first = await call("/api/ledger?limit=2");
  const entries = (await first.json()) as FullLedgerEntry[];
  const rest = (await (await call(nextPath(first)!)).json()) as FullLedgerEntry[];
  const all = [...entries, ...rest];
  expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(Object.keys(all[0]!)).toEqual(["seq", "hash", "kind", "of", "at"]);
  expect((await (await call("/api/ledger?cursor=2")).json()) as unknown).toEqual(rest);
  expect(await (await call("/api/ledger?cursor=4")).json()).toEqual([]);
});

test("an entry is hashed as the documentation says", async () => {
  await addMomentum(at("2026-01-05"));
  const second = await addMomentum(at("2026-01-12"));
  const entry = (await (await call("/api/ledger/3")).json()) as FullLedgerEntry;
  const { hash, content } = entry;
  expect(createHash("sha256").update(`\0${content}`).digest("hex")).toBe(hash);
  expect(JSON.parse(content)).toMatchObject({
    seq: 3,
    kind: "recommendation",
    of: second.id,
    at: entry.at,
    recommendation: { id: second.id, weekDate: "2026-01-12", allocation: second.allocation },
  });
});

describe("the download", () => {
  beforeEach(() => importMomentumCloses());

  test("has the currently stored data beside each entry", async () => {
    const { token } = await addSignedIn();
    const body = { title: "Bitcoin", summary: "Great", url: "https://example.org/bitcoin" };
    expect((await call("/api/articles/create", { token, body })).status).toBe(201);
    await momentumEngine.make(new Date());
    const { id, facts } = await sentimentEngine.make(new Date());
    expect(facts.mentionCount).toBe(1);
    const lines = (await download()).lines.slice(1);
    expect(lines).toHaveLength(2);
    for (const { entry, stored } of lines) {
      const {
        seq: _,
        kind: _kind,
        of: _of,
        at: _at,
        commit: _commit,
        ...content
      } = JSON.parse(entry.content) as Record<string, unknown>;
      expect(stored).toEqual(content);
    }
    const chunks = collection("recommendation-inputs");
    await chunks.deleteMany({ recommendation: new mongoose.Types.ObjectId(id) });
    const altered = (await download()).lines[2]!;
    const digestOfNothing = createHash("sha256").digest("hex");
    expect(altered.stored).toMatchObject({ inputs: { count: 1, digest: digestOfNothing } });
    await collection("recommendations").deleteMany({});
    expect((await download()).lines.map(({ stored }) => stored)).toEqual([null, null, null]);
  });

  test("comes in pages of at most a hundred entries, with a link to the next", async () => {
    for (let i = 0; i < 3; i++) await addMomentum(at("2026-01-05"));
    const { lines, next } = await download("/api/ledger/export?limit=2");
    expect(lines.map(({ entry }) => entry.seq)).toEqual([1, 2]);
    expect((await download(next!)).lines.map(({ entry }) => entry.seq)).toEqual([3, 4]);
    expect((await call("/api/ledger/export?limit=101")).status).toBe(400);
    const head = await call("/api/ledger/export", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});
