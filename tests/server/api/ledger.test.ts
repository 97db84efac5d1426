import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FullLedgerEntry } from "~/models/ledger.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { canonicalJson } from "~/services/ledger/canonical";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { call, nextPath } from "../../setup/api";
import { storedRow } from "../../setup/alter";
import { useDatabase } from "../../setup/database";
import { addSignedIn } from "../../setup/people";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";

useDatabase();

type Line = Record<string, unknown>;

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

/** All pages from one on. */
async function downloadAll(path = "/api/ledger/export"): Promise<Line[]> {
  const lines: Line[] = [];
  for (let from: string | null = path; from;) {
    const page: Awaited<ReturnType<typeof download>> = await download(from);
    lines.push(...page.lines);
    from = page.next;
  }
  return lines;
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
  test("has what the site shows of each recommendation, in the form of its entry, without ids", async () => {
    await importMomentumCloses();
    const { token, viewer } = await addSignedIn({ isMember: true });
    const body = { title: "Bitcoin", summary: "Great", url: "https://example.org/bitcoin" };
    const posted = await call("/api/articles/create", { token, body });
    const { id: articleId } = (await posted.json()) as { id: string };
    await momentumEngine.make(new Date());
    const { id } = await sentimentEngine.make(new Date());
    const lines = await downloadAll();
    const entries = lines.filter(({ kind }) => kind === "recommendation");
    const said = entries.map(({ content }) => JSON.parse(content as string) as Line);
    const shown = lines.filter(({ type }) => type === "recommendation");
    const [mentions, ...others] = lines.filter(({ type }) => type === "mentions");
    expect(others).toEqual([]);
    const rows = mentions!.rows as Line[];
    expect(mentions).toMatchObject({ recommendation: id, rows: [{ token: "BTC" }] });
    const digest = createHash("sha256")
      .update(`${canonicalJson(rows[0]!)}\n`)
      .digest("hex");
    expect(said[1]!.inputs).toEqual({ count: 1, digest });
    shown.forEach(({ recommendation, facts: ofRow, calculation }, i) => {
      expect(said[i]).toMatchObject({ recommendation, facts: ofRow, calculation } as object);
    });
    const whole = JSON.stringify(lines);
    const key = (await storedRow(id)).pseudonymKey as string;
    for (const secret of [viewer.id, articleId, key]) expect(whole).not.toContain(secret);

    // Deleting the account and the text leaves the download as it was.
    await deleteAccount(`${viewer.name.toLowerCase()}@example.org`, { withContent: true });
    const later = (await downloadAll()).find(({ type }) => type === "mentions");
    expect(later).toEqual(mentions);
  });

  test("has any number of mentions, in lines of 500, whatever the length of a page", async () => {
    const document = (i: number) => i.toString(16).padStart(24, "0");
    const mentions = Array.from({ length: 1_234 }, (_, i) => ({
      ...{ document: document(i), author: document(i % 100), kind: "comment", token: "BTC" },
      ...{ p: 0.5, weight: 1, trust: 1, createdAt: i, isCopy: false, isCounted: true },
    }));
    await addMomentum(at("2026-01-05"));
    const { id } = await addSentiment(at("2026-01-05"), undefined, mentions);
    await addMomentum(at("2026-01-06"));
    const whole = await downloadAll("/api/ledger/export?limit=100");
    const parts = whole.filter(
      ({ recommendation, type }) => type !== "week" && recommendation === id,
    );
    expect(parts.map(({ rows }) => (rows as Line[]).length)).toEqual([500, 500, 234]);
    const text = parts.flatMap(({ rows }) =>
      (rows as Line[]).map((row) => `${canonicalJson(row)}\n`),
    );
    const entry = whole.find(({ type, of }) => type === "entry" && of === id)!;
    expect((JSON.parse(entry.content as string) as Line).inputs).toEqual({
      count: 1_234,
      digest: createHash("sha256").update(text.join("")).digest("hex"),
    });
    for (const limit of [1, 2, 3]) {
      const again = await downloadAll(`/api/ledger/export?limit=${limit}`);
      expect(again.slice(1)).toEqual(whole.slice(1));
    }
  });

  test("comes in pages with a link to the next, of the ledger as it was at the beginning", async () => {
    for (let i = 0; i < 3; i++) await addMomentum(at("2026-01-05"));
    const first = await download("/api/ledger/export?limit=2");
    expect(first.lines.map(({ type, seq }) => seq ?? type)).toEqual(["export", 1, 2]);
    await addMomentum(at("2026-01-06"));
    const rest = await downloadAll(first.next!);
    expect(rest.map(({ type }) => type)).toEqual([
      ...["entry", "entry", "recommendation", "recommendation", "recommendation"],
      ...["week", "record", "record", "checkpoint", "checkpoint", "checkpoint"],
    ]);
    for (const query of ["limit=101", "cursor=100", "cursor=4.nothing."]) {
      expect((await call(`/api/ledger/export?${query}`)).status).toBe(400);
    }
    for (const cursor of [
      "4.records.x",
      "4.entries.x-1",
      "9.recommendations.x-9",
      "4.checkpoints.-",
    ]) {
      await download(`/api/ledger/export?cursor=${cursor}`);
    }
    const head = await call("/api/ledger/export", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});
