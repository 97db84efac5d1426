/** docs/asvs.md: a verdict with a reason for each requirement, files that exist, and a summary. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PATH = "docs/asvs.md";
const VERDICTS = ["pass", "n/a", "accepted"];

const text = readFileSync(PATH, "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
  ([, number = "", level = "", about = "", verdict = "", reason = ""]) => ({
    ...{ number, level, about, verdict, reason },
  }),
);

test("every requirement has one row, in order", () => {
  // ASVS 5.0.0 has 253 requirements of levels 1 and 2.
  expect(rows).toHaveLength(253);
  const numbers = rows.map(({ number }) => number.split(".").map(Number));
  const isNext = ([chapter, section, number]: number[], before: number[] = []) =>
    number === (chapter === before[0] && section === before[1] ? before[2]! + 1 : 1);
  expect(numbers.filter((number, index) => !isNext(number, numbers[index - 1]))).toEqual([]);
  expect(numbers).toEqual(
    numbers.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!),
  );
});

test("every row has a verdict and a reason", () => {
  const incomplete = rows.filter(
    ({ level, about, verdict, reason }) =>
      !/^[12]$/.test(level) || !about.trim() || !VERDICTS.includes(verdict) || !reason.trim(),
  );
  expect(incomplete).toEqual([]);
});

test("the files and folders that are named exist", () => {
  const named = [...text.matchAll(/`([\w$.-]+\/[\w$./-]+|[\w-]+\.(?:md|json|js))`/g)]
    .map(([, path]) => path!)
    .filter((path) => !/^(application|text)\//.test(path));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test("the summary counts the rows; `npx vitest -u` writes it", async () => {
  const line = (title: string, of: typeof rows) =>
    `| ${[title, ...VERDICTS.map((one) => of.filter(({ verdict }) => verdict === one).length), of.length].join(" | ")} |`;
  const table = [
    `| chapter | ${VERDICTS.join(" | ")} | of |`,
    "| --- | --: | --: | --: | --: |",
    ...[...text.matchAll(/^## (\d+)\. (.*)$/gm)].map(([, number, title]) =>
      line(
        `${number}. ${title}`,
        rows.filter((row) => row.number.startsWith(`${number}.`)),
      ),
    ),
    line("all", rows),
  ].join("\n");
  const counted = text.replace(
    /(<!-- summary -->\n)[^]*?(<!-- end of summary -->)/,
    (_, begin, end) => `${begin}\n${table}\n\n${end}`,
  );
  await expect(counted).toMatchFileSnapshot(`../../${PATH}`);
});
