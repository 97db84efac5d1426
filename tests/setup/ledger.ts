/** A small ledger made as the site makes it, its download, and what its operator could do to both. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, vi } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { addDays, dayOf, mondayOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { hashLeaf } from "~/domain/merkle-tree";
import { storeAssetCloses } from "~/models/price.server";
import { canonicalJson } from "~/services/ledger/canonical";
import { formatCheckpoint } from "~/services/ledger/checkpoint";
import { ledgerKey, ledgerOrigin } from "~/services/ledger/checkpoint.server";
import { formatVerifierKey, joinNote, signText } from "~/services/ledger/signed-note";
import { readWholeExport } from "~/services/ledger-export/export-ledger.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { keepSchedule } from "~/services/recommendations/schedule.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { Verification } from "../../scripts/verify.mjs";
import { addMentions, someMention } from "./mentions";
import { rootOf } from "./merkle-tree";
import { idOf } from "./rows";

export type Fields = Record<string, unknown>;
export type Line = Fields & { type: string };

/** The Monday of the first week of the ledger, five weeks ago. */
export const firstWeek = addDays(mondayOf(dayOf(new Date())), -35);
export const weekOf = (number: number): Day => addDays(firstWeek, 7 * (number - 1));
export const at = (day: Day, time = "09:00") => new Date(`${day}T${time}:00.000Z`);

const newKey = () => generateKeyPairSync("ed25519").privateKey;
const inBase64 = (key: KeyObject) =>
  key.export({ type: "pkcs8", format: "der" }).toString("base64");

export const keys = { former: newKey(), current: newKey() };
const inEnvironment = (variables: Record<string, string>) =>
  setEnvironment({ ...process.env, SCHEDULE: "Monday 06:00", ...variables });

const silent = { info: () => {}, warn: () => {} };

/** Closes that wander, so that every week has another result. */
async function importCloses() {
  const levels = { BTC: 60_000, SOL: 150, USDT: 1 };
  const days = Array.from({ length: 35 + 40 }, (_, i) => addDays(firstWeek, i - 40));
  const closes = Object.entries(levels).flatMap(([asset, level], place) =>
    days.map((day, i) => {
      const wave = 1 + 0.02 * Math.sin(i * (place + 1)) + 0.004 * i;
      return { asset, day, close: asset === "USDT" ? level : level * wave };
    }),
  );
  await storeAssetCloses("import", closes);
}

async function mentionsBefore(moment: Date, week: number) {
  const authors = Array.from({ length: 8 }, (_, i) => idOf(0xb000 + i));
  const mentions = authors.flatMap((author, i) =>
    ["BTC", "SOL"].map((token, place) =>
      someMention({
        token,
        author,
        p: 0.5 + 0.05 * i - 0.1 * place,
        document: idOf(0xd000 + 100 * week + i),
        createdAt: moment.getTime() - (1 + i) * 86_400_000 * 0.6 - 43_200_000,
        textHash: `hash ${week} ${i}`,
      }),
    ),
  );
  await addMentions(mentions);
}

/**
 * Makes a ledger of five weeks with both engines: a schedule, which missed the third week, another recommendation of a
 * member in the second, a new key after the third, and the outcomes of the weeks that are over.
 */
export async function makeLedger(): Promise<void> {
  inEnvironment({ LEDGER_KEY: inBase64(keys.former) });
  await importCloses();
  vi.useFakeTimers({ toFake: ["Date"], now: at(addDays(firstWeek, -3)) });
  await keepSchedule(silent);
  for (const week of [1, 2, 3, 4, 5]) {
    const monday = weekOf(week);
    await mentionsBefore(at(monday), week);
    if (week === 4) {
      inEnvironment({
        LEDGER_KEY: inBase64(keys.current),
        LEDGER_FORMER_KEY: inBase64(keys.former),
      });
    }
    if (week !== 3) {
      vi.setSystemTime(at(monday));
      await keepSchedule(silent);
    }
    vi.setSystemTime(at(addDays(monday, 2)));
    await settleOutcomes();
    await keepSchedule(silent);
    if (week === 2) await momentumEngine.make(new Date());
  }
  vi.setSystemTime(at(addDays(weekOf(5), 4)));
  await settleOutcomes();
}

export function endLedger(): void {
  vi.useRealTimers();
  setEnvironment(process.env);
}

/** @param limit the number of lines of each page */
export async function download(limit = 100): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readWholeExport(limit)) lines.push(JSON.parse(line) as Line);
  return lines;
}

type Known = NonNullable<ConstructorParameters<typeof Verification>[0]>;

export const ownKey = () => formatVerifierKey(ledgerKey());

export function verify(lines: readonly Line[], known: Known = {}): Verification {
  const verification = new Verification({ keys: [ownKey()], ...known });
  for (const line of lines) verification.add(JSON.stringify(line));
  verification.finish();
  return verification;
}

export const contentOf = (line: Line): Fields => JSON.parse(line.content as string) as Fields;

/** Replaces what an entry says, without anything that depends on it. */
export function say(line: Line, change: (content: Fields) => void): void {
  const content = contentOf(line);
  change(content);
  const { seq, kind, of, at: time } = content;
  Object.assign(line, { seq, kind, of, at: time, content: canonicalJson(content) });
}

/** Numbers the entries again, and signs every checkpoint again, as somebody with the keys can. */
export function rebuild(lines: readonly Line[]): Line[] {
  const entries = lines.filter(({ type }) => type === "entry");
  entries.forEach((entry, i) => say(entry, (content) => (content.seq = i + 1)));
  const leaves = entries.map(({ content }) => hashLeaf(content as string));
  const changed = entries.findIndex(
    (entry) => entry.kind === "key" && contentOf(entry).former !== null,
  );
  const origin = ledgerOrigin();
  const sizes = lines.filter(({ type }) => type === "checkpoint").map(({ size }) => size as number);
  const checkpoints = [...new Set([...sizes, entries.length])]
    .filter((size) => size <= entries.length)
    .sort((one, other) => one - other)
    .map((size) => {
      const text = formatCheckpoint({ origin, size, root: rootOf(leaves.slice(0, size)) });
      const key = changed >= 0 && size > changed ? keys.current : keys.former;
      return { type: "checkpoint", size, note: joinNote(text, [signText(origin, key, text)]) };
    });
  const rest = lines.filter(({ type }) => !["export", "entry", "checkpoint"].includes(type));
  const [made] = lines;
  return [{ ...made!, size: entries.length }, ...entries, ...rest, ...checkpoints];
}

/** @returns the only line that a filter finds */
export function one(lines: readonly Line[], filter: (line: Line) => boolean): Line {
  const found = lines.filter(filter);
  expect(found).toHaveLength(1);
  return found[0]!;
}

export const rowOf = (line: Line) => line.recommendation as Fields & { id: string };

/** The line of an engine's scheduled recommendation of a week. */
export const shown = (all: readonly Line[], engine: Engine, week = 2) =>
  one(all, (line) => {
    if (line.type !== "recommendation") return false;
    const { kind, weekDate, isScheduled } = rowOf(line);
    return kind === engine && weekDate === weekOf(week) && isScheduled === true;
  });
export const idOfWeek = (all: readonly Line[], engine: Engine, week = 2) =>
  rowOf(shown(all, engine, week)).id;
export const mentionsOf = (all: readonly Line[], week = 2) => {
  const id = idOfWeek(all, "sentiment", week);
  return one(all, (line) => line.type === "mentions" && line.recommendation === id)
    .rows as Fields[];
};
export const entryOf = (
  all: readonly Line[],
  engine: Engine,
  kind = "recommendation",
  week = 2,
) => {
  const id = idOfWeek(all, engine, week);
  return one(all, (line) => line.type === "entry" && line.kind === kind && line.of === id);
};
export const rowOfWeek = (all: readonly Line[], engine: Engine, week = 2) =>
  one(all, (line) => line.type === "week" && line.engine === engine && line.week === weekOf(week));
export const without = (all: readonly Line[], ...gone: Line[]) =>
  all.filter((line) => !gone.includes(line));
