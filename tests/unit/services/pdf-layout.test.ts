/** Typesetting: where lines and pages break. Every letter here is one point wide. */
import fc from "fast-check";
import { parseFragment } from "parse5";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "~/services/content/markdown.server";
import { boxesOf as boxesOfHtml, textBoxes, looks, type Box } from "~/services/content/pdf/boxes";
import { breakLines } from "~/services/content/pdf/lines";
import { paginate } from "~/services/content/pdf/pages";
import { formulaRuns, runsOf, textOf } from "~/services/content/pdf/runs";

const measure = ({ text }: { text: string }) => text.length;
const setting = {
  measures: () => measure,
  width: 60,
};

const lines = (text: string, width: number) =>
  breakLines([{ text }], width, measure).map(({ pieces }) => textOf(pieces));

const nodesOf = (markdown: string) => parseFragment(renderMarkdown(markdown)).childNodes;

const boxesOf = (markdown: string): Box[] => boxesOfHtml(nodesOf(markdown), setting);

describe("lines", () => {
  test("are about equally full, unlike with greedy line breaking", () => {
    // Greedy breaking would give "aaa bb", "cc", "ddddd".
    expect(lines("aaa bb cc ddddd", 6)).toEqual(["aaa", "bb cc", "ddddd"]);
  });

  test.each([
    ["a hyphen between words", "time-series", 6, ["time-", "series"]],
    ["a space, not at the hyphen of a short form", "x-ray a", 4, ["x-ray", "a"]],
    ["a space, not at a non-breaking one", "n\u00a0≥\u00a024 of", 6, ["n ≥ 24", "of"]],
    ["a word that is too long", "a incomprehensible b", 5, ["a", "incomprehensible", "b"]],
    ["a forced line break", "a\nb", 9, ["a", "b"]],
    ["nothing", "", 9, []],
  ])("end at %s", (_what, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  test("keep all words, and are never too long, for any text", () => {
    const word = fc.stringMatching(/^[a-z.,]{1,12}$/);
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 60 }),
        fc.integer({ min: 5, max: 50 }),
        (all, width) => {
          const set = lines(all.join(" "), width);
          expect(set.join(" ")).toBe(all.join(" "));
          for (const line of set)
            if (line.includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  test("keep the styles of their words", () => {
    const nodes = nodesOf("a **b *c*** [d e](/f)");
    const [line] = breakLines(runsOf(nodes), 99, measure);
    expect(line?.pieces).toMatchObject([
      { text: "a " },
      { text: "b ", isBold: true },
      { text: "c ", isBold: true, isItalic: true },
      { text: "d e", href: "/f" },
    ]);
  });
});

test("nothing of a text is lost", () => {
  const markdown =
    "# A `b`\n\n<b>c</b> ![d](https://a.example/x.png)[^1] ~~e~~ x<y\n\n<div>f</div>g\n\n- h\n\n  i\n\n$$\nj\n$$\n\n> k\n>\n> l\n\n[^1]: m";
  const text = boxesOf(markdown).map(({ block, index }) =>
    block.kind === "text" ? textOf(block.lines[index]!.pieces) : "",
  );
  expect(text).toEqual(["A b", "c d[1] e x<y", "f", "g", "h", "i", "j", "k", "l", "m ↩"]);
});

test("variables in a formula are italic", () => {
  const slanted = (text: string) =>
    formulaRuns(text).flatMap((run) => (run.isItalic ? [run.text] : []));
  expect(slanted("σ = √( Σ (r − mean r)² / (n − 1) ) · √365")).toEqual(["σ", "r", "r", "n"]);
  expect(slanted("ROC = ln P[d]")).toEqual(["P", "d"]);
});

describe("pages", () => {
  const area = { top: 0, bottom: 100 };
  const pagesOf = (markdown: string, top = 0) =>
    paginate(boxesOf(markdown), area, top).map((page) =>
      page.map(({ box: { block, index } }) =>
        block.kind === "table" ? `row ${index}` : textOf(block.lines[index]!.pieces),
      ),
    );
  /** A paragraph of a number of lines, each with one word as wide as the column. */
  const paragraph = (count: number, letter = "a") =>
    Array.from({ length: count }, () => letter.repeat(60)).join(" ");

  test("break no paragraph after its first line or before its last", () => {
    const { leading } = looks.body;
    for (let top = 0; top < 100; top += 1) {
      const boxes = textBoxes([{ text: paragraph(4) }], looks.body, 0, setting);
      const counts = paginate(boxes, area, top).map((page) => page.length);
      expect(counts.filter((count) => count > 0)).not.toContain(1);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
      const room = Math.floor((100 - top) / leading);
      expect(counts[0]).toBe(room >= 4 ? 4 : room >= 2 ? 2 : 0);
    }
  });

  test("do not end with a heading, or with the line before a formula", () => {
    const pages = pagesOf("## Head\n\nLeads to\n\n```formula\na\nb\n```", 70);
    expect(pages).toEqual([[], ["Head", "Leads to", "a", "b"]]);
  });

  test("break a table only if it does not fit on one page", () => {
    const rows = (count: number) => "| a |\n| - |\n" + "| b |\n".repeat(count - 1);
    expect(pagesOf(rows(4), 60)).toEqual([[], ["row 0", "row 1", "row 2", "row 3"]]);
    expect(pagesOf(rows(12), 0).map((page) => page.length)).toEqual([5, 5, 2]);
  });

  test("contain every line once, in order, within the margins", () => {
    const text = fc.constantFrom(
      "## H",
      "p ".repeat(200),
      "- a\n- b",
      "```\nx\n```",
      "| a |\n| - |\n| b |",
    );
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.integer({ min: 0, max: 99 }),
        (all, top) => {
          const boxes = boxesOf(all.join("\n\n"));
          const pages = paginate(boxes, area, top);
          expect(pages.flat().map(({ box }) => box)).toEqual(boxes);
          for (const page of pages) {
            let under = 0;
            for (const { box, y } of page) {
              expect(y).toBeGreaterThanOrEqual(under);
              under = y + box.height;
              expect(under).toBeLessThanOrEqual(100.01);
            }
          }
        },
      ),
    );
  });
});
