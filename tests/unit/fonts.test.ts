/** The committed typefaces: how heavy they are, and that the pages' own texts can be set in them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openSync, type Font } from "fontkit";
import { expect, test } from "vitest";

const folder = "app/styles/fonts";
const MAX_BYTES = 25_000;
const under = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path));
const files = under(folder).filter((path) => path.endsWith(".woff2"));
const open = (name: string) => openSync(`${folder}/${name}.woff2`) as Font;

/** Greek, arrows, mathematical signs and the triangle of a score are in neither typeface: the reader's machine has them. */
const isSetInAnotherFace = (character: string) =>
  /[\p{Script=Greek}\u2032\u2070-\u209f\u2190-\u22ff\u20bf\u25b2]/u.test(character) &&
  character !== "−";

function textsOfTheSite(): Set<string> {
  const sources = [
    ...under("content").filter((path) => path.endsWith(".md")),
    ...["app/components", "app/routes"].flatMap(under).filter((path) => path.endsWith(".tsx")),
  ];
  return new Set(sources.flatMap((path) => [...readFileSync(path, "utf8")]));
}

test("each file is lighter than 25 KB", () => {
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => statSync(file).size > MAX_BYTES)).toEqual([]);
});

test.each([
  ["the serif", ["newsreader", "newsreader-accented"]],
  ["the italic", ["newsreader-italic", "newsreader-accented-italic"]],
  ["the sans", ["public-sans"]],
])("%s has what the pages say", (_name, names) => {
  const known = new Set(names.flatMap((name) => open(name).characterSet));
  const missing = [...textsOfTheSite()].filter(
    (character) =>
      character >= " " && !known.has(character.codePointAt(0)!) && !isSetInAnotherFace(character),
  );
  expect(missing).toEqual([]);
});

test("figures in tables have one width", () => {
  const { glyphs } = open("public-sans").layout("0123456789", ["tnum"]);
  expect(new Set(glyphs.map(({ advanceWidth }) => advanceWidth)).size).toBe(1);
});

test("the style sheet asks for the file that has a character", () => {
  const css = readFileSync("app/styles/app.css", "utf8");
  const faces = [
    ...css.matchAll(/url\("\.\/fonts\/([\w-]+)\.woff2"\)[^}]*?unicode-range:([^;]+);/gs),
  ];
  const promised = faces.map(([, name, ranges]) => ({ name: name!, ranges: ranges!.split(",") }));
  expect(promised).toHaveLength(4);
  for (const { name, ranges } of promised) {
    const covered = ranges.flatMap((one) => {
      const [first, last = first] = one
        .trim()
        .replace("U+", "")
        .split("-")
        .map((hex) => parseInt(hex, 16));
      return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
    });
    const inFont = open(name).characterSet.filter((point) => point !== 0xffff);
    expect(covered.sort((a, b) => a - b)).toEqual(inFont.sort((a, b) => a - b));
  }
});
