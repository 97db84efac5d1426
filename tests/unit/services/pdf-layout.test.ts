/** How a text is set: where lines and pages end. Every letter here is one point wide. */
import fc from "fast-check";
import { Marked, type Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { boxesOf as boxesOfTokens, textBoxes, looks, type Box } from "~/services/content/pdf/boxes";
import { breakLines } from "~/services/content/pdf/lines";
import { paginate } from "~/services/content/pdf/pages";
import { formulaRuns, runsOf, textOf } from "~/services/content/pdf/runs";

const measure = ({ text }: { text: string }) => text.length;
const setting = {
  measures: () => measure,
  width: 60,
  idOf: ({ text }: Tokens.Heading) => text.toLowerCase(),
};

const lines = (text: string, width: number) =>
  breakLines([{ text }], width, measure).map(({ pieces }) => textOf(pieces));

const boxesOf = (markdown: string): Box[] => boxesOfTokens(new Marked().lexer(markdown), setting);

describe("lines", () => {
  test("are about equally full, rather than the first as full as can be", () => {
    // The first that fits would give "aaa bb", "cc", "ddddd".
    expect(lines("aaa bb cc ddddd", 6)).toEqual(["aaa", "bb cc", "ddddd"]);
  });

  test.each([
    ["a hyphen between words", "time-series", 6, ["time-", "series"]],
    ["no hyphen of a short form", "x-ray a", 4, ["x-ray", "a"]],
    ["what must stay together", "n\u00a0≥\u00a024 of", 6, ["n ≥ 24", "of"]],
    ["a word that is too long", "a incomprehensible b", 5, ["a", "incomprehensible", "b"]],
    ["a forced end", "a\nb", 9, ["a", "b"]],
    ["nothing", "", 9, []],
  ])("end at %s", (_what, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  test("lose nothing, and hold what fits, whatever the text", () => {
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
    const tokens = new Marked().lexer("a **b *c*** [d e](/f)");
    const [line] = breakLines(runsOf(tokens), 99, measure);
    expect(line?.pieces).toMatchObject([
      { text: "a " },
      { text: "b ", isBold: true },
      { text: "c ", isBold: true, isItalic: true },
      { text: "d e", href: "/f" },
    ]);
  });
});

test("a formula slants what stands for a quantity", () => {
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
  /** As many lines as that, each of one word as long as the column. */
  const paragraph = (count: number, letter = "a") =>
    Array.from({ length: count }, () => letter.repeat(60)).join(" ");

  test("part no paragraph after its first line, nor before its last", () => {
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

  test("end with no heading, and with nothing that leads to a formula", () => {
    const pages = pagesOf("## Head\n\nLeads to\n\n```formula\na\nb\n```", 70);
    expect(pages).toEqual([[], ["Head", "Leads to", "a", "b"]]);
  });

  test("keep a table whole that fits on one, and part one that does not", () => {
    const rows = (count: number) => "| a |\n| - |\n" + "| b |\n".repeat(count - 1);
    expect(pagesOf(rows(4), 60)).toEqual([[], ["row 0", "row 1", "row 2", "row 3"]]);
    expect(pagesOf(rows(12), 0).map((page) => page.length)).toEqual([5, 5, 2]);
  });

  test("hold every line once, in its order, within their margins", () => {
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
