/** `scripts/verify.mjs`, with which anybody can check a download of the ledger. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { newRecommendationId } from "~/models/recommendation.server";
import { exportLine } from "~/schemas/ledger-export";
import { useDatabase } from "../setup/database";
import {
  at,
  download,
  endLedger,
  makeLedger,
  one,
  rebuild,
  say,
  verify,
  weekOf,
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

test("finds no differences in an unaltered download, of which every line is as described", async () => {
  expect(verify(lines)).toMatchObject({
    faults: [],
    counts: { momentum: 5, sentiment: 4, outcome: 7 },
  });
  expect(verify(rebuild(lines)).faults).toEqual([]);
  for (const line of lines) expect(exportLine.parse(line)).toBeDefined();
  expect(await download(1)).toEqual(lines);
});

type Engine = "momentum" | "sentiment";
const rowOf = (line: Line) => line.recommendation as Fields & { id: string };

/** The line of an engine's scheduled recommendation of a week. */
const shown = (all: readonly Line[], engine: Engine, week = 2) =>
  one(all, (line) => {
    if (line.type !== "recommendation") return false;
    const { kind, weekDate, isScheduled } = rowOf(line);
    return kind === engine && weekDate === weekOf(week) && isScheduled === true;
  });
const idOf = (all: readonly Line[], engine: Engine, week = 2) => rowOf(shown(all, engine, week)).id;
const mentionsOf = (all: readonly Line[], week = 2) => {
  const id = idOf(all, "sentiment", week);
  return one(all, (line) => line.type === "mentions" && line.recommendation === id)
    .rows as Fields[];
};
const entryOf = (all: readonly Line[], engine: Engine, kind = "recommendation", week = 2) => {
  const id = idOf(all, engine, week);
  return one(all, (line) => line.type === "entry" && line.kind === kind && line.of === id);
};
const rowOfWeek = (all: readonly Line[], engine: Engine, week = 2) =>
  one(all, (line) => line.type === "week" && line.engine === engine && line.week === weekOf(week));
const without = (all: readonly Line[], ...gone: Line[]) =>
  all.filter((line) => !gone.includes(line));

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

const named: [string, Manipulation[]][] = [
  ["a changed row", rows],
  ["a changed ledger", entries],
  ["a false time, signed", times],
  ["a changed track record", weeks],
  ["a late addition", additions],
];
describe.each(named)("from the download alone, the script names %s:", (_, manipulations) => {
  test.each(manipulations)("%s", (_name, act, says) => {
    const copy = structuredClone(lines);
    const { faults } = verify(act(copy) ?? copy);
    expect(faults).toContainEqual(expect.stringMatching(says));
  });
});
