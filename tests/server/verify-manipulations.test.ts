/** What an operator could do to the site's data, with the keys, and what `scripts/verify.mjs` says of it. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { computeSentiment } from "~/domain/sentiment/sentiment";
import { newRecommendationId } from "~/models/recommendation.server";
import { canonicalJson } from "~/services/ledger/canonical";
import { useDatabase } from "../setup/database";
import {
  at,
  download,
  endLedger,
  entryOf,
  idOfWeek,
  makeLedger,
  mentionsOf,
  one,
  rebuild,
  rowOf,
  rowOfWeek,
  say,
  shown,
  verify,
  weekOf,
  without,
  type Fields,
  type Line,
} from "../setup/ledger";

useDatabase({ isKept: true });

let lines: Line[] = [];
beforeAll(async () => {
  await makeLedger();
  lines = await download();
});
afterAll(endLedger);

/** The lines about a recommendation, in which its dates and its id are changed. */
function copyAs(all: Line[], engine: Engine, id: string, made: Date, isScheduled: boolean) {
  const day = made.toISOString().slice(0, 10);
  const copies = structuredClone([entryOf(all, engine), shown(all, engine)]);
  const [entry, row] = copies as [Line, Line];
  const monday = addDays(day, -((made.getUTCDay() + 6) % 7));
  const change = ({ recommendation }: Fields) =>
    Object.assign(recommendation as Fields, {
      ...{ id, day, weekDate: monday, createdAt: made.toISOString(), isScheduled },
    });
  change(row);
  say(entry, (content) => {
    Object.assign(content, { of: id });
    change(content);
  });
  return { entry, row };
}

/** Adds an entry at the end of the ledger, at a time, and its line. */
function append(all: Line[], { entry, row }: { entry: Line; row: Line }, time: Date): Line[] {
  const last = all.findLastIndex(({ type }) => type === "entry");
  say(entry, (content) => (content.at = time.toISOString()));
  return rebuild([...all.slice(0, last + 1), entry, ...all.slice(last + 1), row]);
}

const end = () => new Date(lines[0]!.at as string);
const twelveWeeksAgo = (): Day => addDays(weekOf(1), -49);

/** What was done to a copy of the download, and what the script says of it. */
type Manipulation = [name: string, act: (all: Line[]) => Line[] | void, says: RegExp];

/** With the entries as they were. */
const rows: Manipulation[] = [
  [
    "the allocation of a recommendation",
    (all) =>
      void Object.assign(rowOf(shown(all, "momentum")), {
        allocation: { BTC: 20, SOL: 60, USDT: 20 },
      }),
    /^recommendation \w+: recommendation\.allocation\.BTC is 20, but entry 5 says 60$/,
  ],
  [
    "its rationale",
    (all) => void Object.assign(rowOf(shown(all, "momentum")), { rationale: "Luck." }),
    /^recommendation \w+: recommendation\.rationale is "Luck\.", but entry 5 says /,
  ],
  [
    "its closes",
    (all) => void ((shown(all, "momentum").inputs as Fields[])[3]!.close = 1),
    /^recommendation \w+: inputs\.3\.close is 1, but entry 5 says /,
  ],
  [
    "a mention behind the digest",
    (all) => void (mentionsOf(all)[3]!.p = -1),
    /^recommendation \w+: inputs\.digest is "\w+", but entry 6 says /,
  ],
  [
    "a step of the calculation",
    (all) => void ((shown(all, "momentum").calculation as Fields).hurdle = 1),
    /^recommendation \w+: calculation\.hurdle is 1, but entry 5 says 0$/,
  ],
  [
    "a fact",
    (all) => void ((shown(all, "sentiment").facts as Fields).token = "SOL"),
    /^recommendation \w+: facts\.token is "SOL", but entry 6 says "BTC"$/,
  ],
  [
    "its dates",
    (all) =>
      void Object.assign(rowOf(shown(all, "momentum")), { createdAt: at(weekOf(1)).toISOString() }),
    /^recommendation \w+: recommendation\.createdAt is "[^"]+", but entry 5 says /,
  ],
];

/** Without signing anything. */
const entries: Manipulation[] = [
  [
    "an entry changed",
    (all) =>
      say(entryOf(all, "momentum"), ({ recommendation }) =>
        Object.assign(recommendation as Fields, { rationale: "Luck." }),
      ),
    /^checkpoint of 5: its root is \S+, but the entries give /,
  ],
  [
    "an entry removed",
    (all) => without(all, entryOf(all, "momentum")),
    /^entry 6: it follows entry 4$/,
  ],
  [
    "an entry inserted",
    (all) => {
      const copy = copyAs(all, "momentum", newRecommendationId(), at(weekOf(2)), false);
      return all.toSpliced(all.indexOf(entryOf(all, "momentum")), 0, copy.entry);
    },
    /^checkpoint of 5: its root is /,
  ],
  [
    "two entries swapped",
    (all) => {
      const place = all.indexOf(entryOf(all, "momentum"));
      return all.toSpliced(place, 2, all[place + 1]!, all[place]!);
    },
    /^entry 6: it follows entry 4$/,
  ],
  [
    "an entry repeated",
    (all) => {
      const entry = entryOf(all, "momentum");
      return rebuild(all.toSpliced(all.indexOf(entry), 0, structuredClone(entry)));
    },
    /^entry 6: there is an earlier entry about the recommendation \w+$/,
  ],
];

/** With the key: all that follows is consistent, and signed again. */
const times: Manipulation[] = [
  [
    "an entry from before its making",
    (all) => {
      for (const line of [
        entryOf(all, "momentum", "recommendation", 1),
        entryOf(all, "sentiment", "recommendation", 1),
      ]) {
        say(line, (content) => (content.at = at(weekOf(1), "06:00").toISOString()));
      }
      return rebuild(all);
    },
    /^entry 3: it was entered at \S+T06:00\S+, before it was made at /,
  ],
  [
    "times that do not rise",
    (all) => {
      say(entryOf(all, "momentum"), (content) => (content.at = at(weekOf(1)).toISOString()));
      say(
        entryOf(all, "momentum", "recommendation", 1),
        (content) => (content.at = at(weekOf(2)).toISOString()),
      );
      return rebuild(all);
    },
    /^entry 4: it says \S+, but the entry before it says /,
  ],
  [
    "an entry backdated by weeks, with its recommendation",
    (all) => {
      const made = at(addDays(weekOf(1), 1));
      return append(all, copyAs(all, "momentum", newRecommendationId(), made, false), made);
    },
    /^entry 22: it says \S+, but the entry before it says /,
  ],
];

/** In the database alone. */
const weeks: Manipulation[] = [
  [
    "the row of a bad week deleted",
    (all) => without(all, rowOfWeek(all, "momentum")),
    /^momentum week of \S+: entry 5 was scheduled for it, but it is not in the record$/,
  ],
  [
    "the row of a week pointed to another recommendation",
    (all) => {
      const other = one(
        all,
        (line) => line.type === "recommendation" && rowOf(line).isScheduled === false,
      );
      const { id, day, allocation } = rowOf(other);
      Object.assign(rowOfWeek(all, "momentum"), { recommendation: id, day, allocation });
    },
    /^momentum week of \S+: its row is of recommendation \w+, but \w+ was entered as its scheduled one, at entry 5$/,
  ],
  [
    "a row for a week without one",
    (all) => [
      ...all,
      { ...structuredClone(rowOfWeek(all, "momentum")), week: weekOf(3), day: weekOf(3) },
    ],
    /^momentum week of \S+: it is in the record, but no recommendation was entered as its scheduled one$/,
  ],
];

/** With the key. */
const additions: Manipulation[] = [
  [
    "a recommendation of twelve weeks ago, as one beside the schedule",
    (all) =>
      append(
        all,
        copyAs(all, "momentum", newRecommendationId(), at(twelveWeeksAgo()), false),
        end(),
      ),
    /^entry 22: it was entered 81 days after it says it was made: it is a late addition$/,
  ],
  [
    "a recommendation of twelve weeks ago, as the scheduled one of its week",
    (all) => {
      const added = copyAs(all, "momentum", newRecommendationId(), at(twelveWeeksAgo()), true);
      const { id, day, allocation } = rowOf(added.row);
      const row = {
        ...structuredClone(rowOfWeek(all, "momentum")),
        week: day,
        day,
        recommendation: id,
        allocation,
      };
      return append([...all, row], added, end());
    },
    /^entry 22: it was entered 81 days after it says it was made, as the scheduled one of the week of \S+: it is a late addition$/,
  ],
  [
    "a recommendation that is shown without an entry",
    (all) => [...all, copyAs(all, "momentum", newRecommendationId(), at(weekOf(5)), false).row],
    /^recommendation \w+: it is shown, but has no entry$/,
  ],
];

/** Computes what the engine would have from other mentions, and has the row say so. */
function recompute(all: Line[], rows: Fields[]): Fields {
  const row = shown(all, "sentiment");
  const counted = rows as unknown as Parameters<typeof computeSentiment>[0];
  const calculation = computeSentiment(counted, {});
  Object.assign(row, { calculation, inputs: { count: rows.length } });
  Object.assign(row.facts as Fields, {
    token: calculation.topToken,
    mentionCount: calculation.mentionCount,
  });
  Object.assign(rowOf(row), { allocation: calculation.allocation });
  const text = rows.map((one) => `${canonicalJson(one)}\n`).join("");
  return { ...row, inputs: { count: rows.length, digest: sha256(text) } };
}
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const sentiments: Manipulation[] = [
  [
    "mentions altered together with all that follows from them, but not in the ledger",
    (all) => {
      const rows = mentionsOf(all);
      for (const row of rows) row.p = row.token === "SOL" ? 0.95 : -0.9;
      recompute(all, rows);
    },
    /^recommendation \w+: inputs\.digest is "\w+", but entry 6 says /,
  ],
  [
    "an allocation that does not follow from the mentions, entered and signed",
    (all) => {
      const allocation = { BTC: 50, SOL: 30, USDT: 20 };
      const row = shown(all, "sentiment");
      Object.assign(rowOf(row), { allocation });
      Object.assign(row.calculation as Fields, { allocation });
      say(entryOf(all, "sentiment"), ({ recommendation, calculation }) => {
        Object.assign(recommendation as Fields, { allocation });
        Object.assign(calculation as Fields, { allocation });
      });
      return rebuild(all);
    },
    /^recommendation \w+: allocation\.BTC is 50, but its mentions give \d+$/,
  ],
  [
    "a mention added, entered with its digest and signed",
    (all) => {
      const rows = mentionsOf(all);
      const added = { ...rows[0]!, document: "added", author: "added", p: 0.99 };
      rows.unshift(added);
      const text = rows.map((one) => `${canonicalJson(one)}\n`).join("");
      Object.assign(shown(all, "sentiment"), { inputs: { count: rows.length } });
      say(entryOf(all, "sentiment"), (content) => {
        content.inputs = { count: rows.length, digest: sha256(text) };
      });
      return rebuild(all);
    },
    /^recommendation \w+: calculation\.week\.authors is 8, but its mentions give 9$/,
  ],
];

const promises: Manipulation[] = [
  [
    "the last week, with all that was entered of it",
    (all) => {
      const id = idOfWeek(all, "momentum", 5);
      const isAbout = ({ of, recommendation }: Line) =>
        of === id || recommendation === id || (recommendation as Fields | undefined)?.id === id;
      return rebuild(all.filter((line) => !isAbout(line)));
    },
    /^momentum week of \S+: the schedule promised a recommendation on \S+, but neither that nor an entry that it was missed is there$/,
  ],
  [
    "a week that was missed, of which no entry says so",
    (all) => rebuild(all.filter(({ kind }) => kind !== "missed")),
    /^sentiment week of \S+: the schedule promised a recommendation on \S+, but neither /,
  ],
];

const outcomes: Manipulation[] = [
  [
    "an outcome with other closes, entered and signed",
    (all) => {
      say(entryOf(all, "momentum", "outcome"), (content) => {
        (content.closes as Record<string, Fields[]>).BTC!.at(-1)!.close = 99_999;
      });
      return rebuild(all);
    },
    /^entry \d+: outcome\.bitcoin is [\d.]+, but its closes give [\d.]+$/,
  ],
];

const records = (all: Line[]) => all.filter(({ engine }) => engine === "momentum");

/** With all that is shown consistent in itself. */
const hidden: Manipulation[] = [
  [
    "the closes by which a bad week was settled",
    (all) => {
      for (const line of records(all).filter(({ type }) => type === "closes")) {
        line.closes = (line.closes as Fields[]).filter(({ day }) => day !== weekOf(2));
      }
    },
    /^momentum record: the close of BTC on \S+ is missing, but entry \d+ says /,
  ],
  [
    "the last two weeks of the record",
    (all) => {
      const record = one(records(all), ({ type }) => type === "record");
      record.until = addDays(record.until as Day, -14);
    },
    /^momentum record: it ends on \S+, before \S+$/,
  ],
  [
    "the time of the download, which would tell that weeks are missing",
    (all) => void (all[0]!.at = at(weekOf(3)).toISOString()),
    /^an entry says \S+, but the file was made at \S+$/,
  ],
  [
    "that a recommendation is a late addition, by calling it a sample",
    (all) => {
      const added = copyAs(all, "momentum", newRecommendationId(), at(twelveWeeksAgo()), false);
      Object.assign(added.row.facts as Fields, { isSample: true });
      say(added.entry, ({ facts }) => Object.assign(facts as Fields, { isSample: true }));
      return append(all, added, end());
    },
    /^entry 22: it was entered 81 days after it says it was made: it is a late addition$/,
  ],
];

const named: [string, Manipulation[]][] = [
  ["a changed row", rows],
  ["a changed ledger", entries],
  ["a false time, signed", times],
  ["a changed track record", weeks],
  ["a late addition", additions],
  ["a forged sentiment", sentiments],
  ["a forged outcome", outcomes],
  ["a broken promise that was removed", promises],
  ["what was hidden", hidden],
];
describe.each(named)("from the download alone, the script names %s:", (_, manipulations) => {
  test.each(manipulations)("%s", (_name, act, says) => {
    const copy = structuredClone(lines);
    const { faults } = verify(act(copy) ?? copy);
    expect(faults).toContainEqual(expect.stringMatching(says));
  });
});
