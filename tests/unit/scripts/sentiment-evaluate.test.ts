/** `npm run sentiment:evaluate` over small files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { run } from "../../../scripts/commands/sentiment-evaluate";

const directory = mkdtempSync(join(tmpdir(), "test-evaluate-"));
afterAll(() => rmSync(directory, { recursive: true }));

async function evaluate(args: string[], input: string | Buffer = "") {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await run({
    args,
    print: (text) => lines.push(text),
    printError: (text) => errors.push(text),
    input: Readable.from([Buffer.from(input)]),
    settings: () => {
      throw new Error("It needs no database.");
    },
  });
  return { code, out: lines.join("\n"), error: errors.join("\n") };
}

/*
 * The site scores the first three correctly. VADER scores profit as positive, nothing in the second, and interest and
 * shares as feelings. Both score the last as praise.
 */
const FILE = [
  "\ufeffid,Label,Text",
  '1,positive,"Profit rose, says ""somebody"""',
  "2,Negative,Costs rose",
  "",
  "3,0,our interest in these shares",
  '4,-1,"Great,\nanother hack"',
].join("\r\n");

test("prints accuracy, macro-F1 and confusion, compared with plain VADER and the most frequent label", async () => {
  const file = join(directory, "four.csv");
  writeFileSync(file, FILE);
  const { code, out, error } = await evaluate([file]);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out.replace(/method \d+/, "method N").split("\n")).toEqual([
    "4 texts: 2 negative, 1 neutral, 1 positive",
    "",
    "                      accuracy  macro-F1",
    // F1 of 2·1/(1+2), 1 and 2·1/(2+1)
    "this site (method N)     0.750     0.778",
    // F1 of 0, 0 and 2·1/(3+1)
    "plain VADER              0.250     0.167",
    // F1 of 2·2/(4+2)
    "always negative          0.500     0.222",
    "",
    "Labels given by this site (columns) and by people (rows):",
    "          negative  neutral  positive",
    "negative         1        0         1",
    "neutral          0        1         0",
    "positive         0        0         1",
    "",
    "Labels given by plain VADER (columns) and by people (rows):",
    "          negative  neutral  positive",
    "negative         0        1         1",
    "neutral          0        0         1",
    "positive         0        0         1",
    "",
    "Mean size of this site's scores, what people say (right less wrong signs), and how many are right:",
    "texts  score  as a post  people  right",
    // 0.6 / √15.36 = 0.1531; 0.05 + 0.8 · 0.1031
    "1       0.15       0.13   -1.00   0.00",
    // 1.8 / √18.24 = 0.4215; 0.05 + 0.8 · 0.3715
    "2       0.42       0.35    1.00   1.00",
  ]);
  expect(await evaluate(["-"], FILE)).toEqual({ code, out, error });
});

test.each([
  ["without the columns", "words,label\na,1\n", /^The first line must name the columns/],
  [
    "in Latin-1",
    Buffer.from("text,label\nna\u00efve,1\n", "latin1"),
    /^The file is not UTF-8 but in another encoding/,
  ],
  [
    "with a label that a terminal obeys",
    "text,label\na,\u001b[2J\n",
    /^Line 2: "\ufffd\[2J" is not/,
  ],
  ["of a header alone", "text,label\n", /^There are no rows/],
  ["with a quote that stays open", 'text,label\n"a,1\nb,0\n', /quote is not closed/],
  ["with a row without end", `text,label\n"${"a ".repeat(100_000)}`, /longer than 100000 bytes/],
])("refuses a file %s with a message", async (_, input, message) => {
  const { code, out, error } = await evaluate(["-"], input);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toMatch(message);
});
