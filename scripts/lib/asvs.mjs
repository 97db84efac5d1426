/** Reads docs/asvs.md, which has a table row for each requirement of the standard, and counts the verdicts. */

const VERDICTS = ["pass", "n/a", "accepted"];

/**
 * @typedef {{ number: string, level: string, about: string, verdict: string, reason: string }} Row
 * @param {string} text of docs/asvs.md
 * @returns {Row[]}
 */
export function readRows(text) {
  const rows = text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm);
  return [...rows].map(([, number = "", level = "", about = "", verdict = "", reason = ""]) => ({
    number,
    level,
    about,
    verdict,
    reason,
  }));
}

/**
 * @param {string} text of docs/asvs.md
 * @param {readonly Row[]} rows
 * @returns {string} the text with an updated summary table
 */
export function withSummary(text, rows) {
  const titles = [...text.matchAll(/^## (\d+)\. (.*)$/gm)].map(([, number, title]) => ({
    title: `${number}. ${title}`,
    of: rows.filter((row) => row.number.startsWith(`${number}.`)),
  }));
  const line = (/** @type {string} */ title, /** @type {readonly Row[]} */ of) =>
    `| ${[title, ...VERDICTS.map((verdict) => of.filter((row) => row.verdict === verdict).length), of.length].join(" | ")} |`;
  const table = [
    `| chapter | ${VERDICTS.join(" | ")} | of |`,
    "| --- | --: | --: | --: | --: |",
    ...titles.map(({ title, of }) => line(title, of)),
    line("all", rows),
  ].join("\n");
  return text.replace(
    /(<!-- summary -->\n)[^]*?(<!-- end of summary -->)/,
    (_, begin, end) => `${begin}\n${table}\n\n${end}`,
  );
}
