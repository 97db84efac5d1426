/**
 * Writes `app/styles/fonts/` anew: the site's typefaces, cut down to the weights and characters in use. The result is
 * committed, so a build needs neither this script nor the packages it reads.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = new URL("../app/styles/fonts/", import.meta.url);

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    "",
  );

// The letters and signs of the pages' own texts, as far as the typefaces have them.
const BASIC = range(0x20, 0x7e) + "\u00a0£©±²·×÷–—‘’“”…€−";
/** The rest of Latin-1 and what goes with it. In the serif it is a file of its own, which few pages fetch. */
const ACCENTED = [...(range(0xa1, 0xff) + "ıŒœ‚„•‹›™")]
  .filter((one) => !BASIC.includes(one))
  .join("");

const FILES = [
  { name: "newsreader", face: "newsreader/files/newsreader-latin-wght-normal", text: BASIC },
  { name: "newsreader-italic", face: "newsreader/files/newsreader-latin-wght-italic", text: BASIC },
  {
    name: "newsreader-accented",
    face: "newsreader/files/newsreader-latin-wght-normal",
    text: ACCENTED,
  },
  {
    name: "newsreader-accented-italic",
    face: "newsreader/files/newsreader-latin-wght-italic",
    text: ACCENTED,
  },
  {
    name: "public-sans",
    face: "public-sans/files/public-sans-latin-wght-normal",
    text: BASIC + ACCENTED,
  },
];

for (const { name, face, text } of FILES) {
  const source = await readFile(require.resolve(`@fontsource-variable/${face}.woff2`));
  const font = await subsetFont(source, text, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 600 } },
    keepFeatures: ["kern", "tnum"],
    noHinting: true,
  });
  await writeFile(new URL(`${name}.woff2`, target), font);
  console.log(`${name}.woff2: ${font.length} bytes`);
}
for (const family of ["newsreader", "public-sans"]) {
  const licence = require.resolve(`@fontsource-variable/${family}/LICENSE`);
  await copyFile(licence, new URL(`${family}.LICENSE`, target));
}
