/** `scripts/verify.mjs`, with which anybody can check a download of the ledger, and what is kept from before. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeMomentum } from "~/domain/momentum";
import { exportLine } from "~/schemas/ledger-export";
import {
  COSIGNATURE,
  cosignText,
  formatVerifierKey,
  verifierKeyOf,
} from "~/services/ledger/signed-note";
import { canonicalJson, main, recomputeOutcome, recomputeRecord } from "../../scripts/verify.mjs";
import { useDatabase } from "../setup/database";
import {
  download,
  endLedger,
  entryOf,
  makeLedger,
  one,
  ownKey,
  rebuild,
  rowOf,
  rowOfWeek,
  say,
  shown,
  verify,
  without,
  type Fields,
  type Line,
} from "../setup/ledger";
import { openAuthority, type Authority } from "../setup/timestamp-authority";

useDatabase({ isKept: true });

let lines: Line[] = [];
beforeAll(async () => {
  await makeLedger();
  lines = await download();
});
afterAll(endLedger);

test("finds no differences in an unaltered download, of which every line is as described", async () => {
  expect(verify(lines)).toMatchObject({
    faults: [],
    counts: { momentum: 5, sentiment: 4, outcome: 7 },
  });
  expect(verify(rebuild(lines)).faults).toEqual([]);
  for (const line of lines) expect(exportLine.parse(line)).toBeDefined();
  expect(await download(1)).toEqual(lines);
});

describe("from the download alone, nothing is wrong with", () => {
  /** The newest outcomes, cut off. */
  const cut = (all: Line[]): Line[] =>
    rebuild(
      without(
        all,
        ...(["momentum", "sentiment"] as const).map((engine) => entryOf(all, engine, "outcome", 4)),
      ),
    );

  /** All that is wrong with the week's record is put right, as the site would show it. */
  function withRecord(all: Line[]): Line[] {
    for (const engine of ["momentum", "sentiment"] as const) {
      const record = one(all, (line) => line.type === "record" && line.engine === engine);
      const weeksOf = all.filter((line) => line.type === "week" && line.engine === engine);
      const closes = new Map(
        all
          .filter((line) => line.type === "closes" && line.engine === engine)
          .map((line) => [
            line.asset,
            new Map((line.closes as Fields[]).map((c) => [c.day, c.close])),
          ]),
      );
      const computed = recomputeRecord(weeksOf, closes, record.until as string);
      record.summary = computed.summary;
      for (const week of weeksOf) {
        const { day: _, ...row } = computed.rows.get(week.recommendation)!;
        Object.assign(week, row);
      }
    }
    return all;
  }

  /** Another history: the first week had another allocation, and so other outcomes and another record. */
  function rewrite(all: Line[]): Line[] {
    const row = shown(all, "momentum", 1);
    const [other] = [shown(all, "momentum", 2)];
    const inputs = (row.inputs as Fields[]).map((close) =>
      close.asset === "SOL" ? { ...close, close: 30_000 / (close.close as number) } : close,
    );
    const { BTC, SOL, USDT } = groupedBy(inputs);
    const asOf = (row.facts as Fields).asOf as string;
    const calculation = computeMomentum({ asOf, closes: { BTC, SOL, USDT } } as never);
    const { allocation, assets } = calculation;
    const rates = {
      BTC: assets.BTC.rateOfChange,
      SOL: assets.SOL.rateOfChange,
      USDT: assets.USDT.rateOfChange,
    };
    const change = (content: Fields) => {
      Object.assign(content, { calculation, inputs });
      Object.assign(content.facts as Fields, { rates });
      Object.assign(content.recommendation as Fields, { allocation });
    };
    expect(allocation).not.toEqual(rowOf(row).allocation);
    change(row);
    say(entryOf(all, "momentum", "recommendation", 1), change);
    say(entryOf(all, "momentum", "outcome", 1), (content) => {
      const day = rowOf(row).day as string;
      content.outcome = recomputeOutcome({ day, allocation }, null, content.closes);
    });
    say(entryOf(all, "momentum", "outcome", 2), (content) => {
      const { day, allocation: own } = rowOf(other);
      content.outcome = recomputeOutcome({ day, allocation: own }, { allocation }, content.closes);
    });
    Object.assign(rowOfWeek(all, "momentum", 1), { allocation });
    return rebuild(withRecord(all));
  }

  const groupedBy = (inputs: Fields[]) =>
    Object.fromEntries(
      ["BTC", "SOL", "USDT"].map((asset) => [
        asset,
        inputs.filter((close) => close.asset === asset),
      ]),
    );

  let authority: Authority;
  beforeAll(async () => {
    authority = await openAuthority();
  });
  afterAll(() => authority.end());

  const witnessKey = generateKeyPairSync("ed25519").privateKey;
  const witness = formatVerifierKey(verifierKeyOf("witness.example/w", witnessKey, COSIGNATURE));

  describe.each<[string, (all: Line[]) => Line[], RegExp]>([
    [
      "an end that was cut off",
      cut,
      /^\S.*: the ledger has only \d+ entries: its end was cut off$/,
    ],
    [
      "a ledger that was rewritten from the beginning",
      rewrite,
      /^\S.*: its root is \S+, but the entries give /,
    ],
  ])("%s", (_, act, says) => {
    const changed = () => act(structuredClone(lines));
    const faultsWith = (known: Parameters<typeof verify>[1]) => verify(changed(), known).faults;
    const saved = () => lines.at(-1)! as Line & { size: number; note: string };
    const revealed = expect.stringMatching(says) as unknown;

    test("which passes,", () => {
      expect(verify(changed()).faults).toEqual([]);
    });

    test("but one old head reveals it", () => {
      const { size, note } = saved();
      const root = note.split("\n")[2]!;
      const hex = Buffer.from(root, "base64").toString("hex");
      for (const head of [`${size}:${root}`, `${size}:${hex}`]) {
        expect(verify(lines, { heads: [head] }).faults).toEqual([]);
        expect(faultsWith({ heads: [head] })).toEqual([revealed]);
      }
      expect(faultsWith({ checkpoints: [note] })).toEqual([revealed]);
    });

    test("but one cosignature of a witness reveals it", () => {
      const { size, note } = saved();
      const text = note.slice(0, note.indexOf("\n\n") + 1);
      const line = cosignText("witness.example/w", witnessKey, text, new Date());
      const cosigned = `${note}${line}\n`;
      const honest = lines.map((each) =>
        each.size === size && each.note ? { ...each, note: cosigned } : each,
      );
      expect(verify(honest, { witnesses: [witness] }).faults).toEqual([]);
      // The witness does not cosign what is inconsistent, so the operator has none of its cosignatures.
      expect(faultsWith({ witnesses: [witness] })).toContain(
        "the witness witness.example/w has cosigned no checkpoint of this ledger",
      );
      // Whoever kept the cosigned checkpoint needs no signature of the site.
      const alone = `${text}\n${line}\n`;
      expect(faultsWith({ witnesses: [witness], checkpoints: [alone] })).toContainEqual(revealed);
      expect(verify(lines, { checkpoints: [alone] }).faults).toEqual([
        expect.stringContaining("nothing vouches for it"),
      ]);
    });

    test("but one timestamp reveals it", () => {
      const { note } = saved();
      const timestamp = authority.tokenOf(note).toString("base64");
      const authorities = [authority.certificate];
      const checkpoint = { ...saved(), timestamp };
      const honest = lines.with(-1, checkpoint);
      expect(verify(honest, { authorities })).toMatchObject({
        faults: [],
        notes: expect.arrayContaining([
          expect.stringMatching(/^timestamps, the first of \S+, vouch/),
        ]) as unknown,
      });
      const checkpoints = [JSON.stringify(checkpoint)];
      expect(faultsWith({ authorities, checkpoints })).toContainEqual(revealed);
      expect(
        verify(lines.with(-2, { ...lines.at(-2)!, timestamp }), { authorities }).faults,
      ).toContainEqual(
        expect.stringMatching(/: its timestamp does not hold: it is of other data$/),
      );
    });
  });
});

test.each([
  [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
  [[1e21, 1e-7, 0.000001, -0, 4.5, 2e-3], "[1e+21,1e-7,0.000001,0,4.5,0.002]"],
  [{ "€": 1, "\r": 2, דּ: 3, "1": 4, "😀": 5, "\u0080": 6, ö: 7 }, null],
  ['€$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'],
  [{ "": {}, nested: { z: [], a: {} } }, '{"":{},"nested":{"a":{},"z":[]}}'],
])("canonical JSON follows RFC 8785: %j", (value, expected) => {
  expect(canonicalJson(value)).toBe(canonicalize(value));
  if (expected !== null) expect(canonicalJson(value)).toBe(expected);
});

describe("the command", () => {
  let dir = "";
  const file = (name: string) => join(dir, name);
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "quorum-verify-"));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await writeFile(file("ledger.jsonl"), text);
    await writeFile(file("half.jsonl"), text.slice(0, text.length / 2));
    await writeFile(file("checkpoint"), lines.at(-1)!.note as string);
    await writeFile(file("other.txt"), "<html>\n");
    await writeFile(file("empty.jsonl"), "");
  });
  afterAll(() => rm(dir, { recursive: true }));

  async function run(name: string, ...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await main(
      [file(name), ...args],
      (line) => out.push(line),
      (line) => err.push(line),
    );
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  test("prints a summary, and reports the result in its exit code", async () => {
    const fine = await run("ledger.jsonl", "--key", ownKey(), "--checkpoint", file("checkpoint"));
    expect(fine).toMatchObject({ code: 0, err: "" });
    expect(fine.out).toMatch(
      /5 momentum and 4 sentiment recommendations, 7 outcomes\.\nHead: 21:[0-9a-f]{64}\nNo differences\.$/,
    );
    const wrong = await run("ledger.jsonl", "--head", `1:${"0".repeat(64)}`);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/no key was given[^]+\n1 difference\.$/);
    expect(await run("other.txt")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^line 1 is not/) as unknown,
    });
    expect((await run("half.jsonl")).code).toBe(2);
    expect(await run("empty.jsonl")).toMatchObject({ code: 2, err: "the file is empty" });
    expect(await run("nothing")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^the file cannot/) as unknown,
    });
    expect(await run("ledger.jsonl", "--key", "x")).toMatchObject({
      code: 2,
      err: "x is not a verifier key for Ed25519",
    });
  });
});
