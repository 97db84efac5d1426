/** The fonts of share images, as files: `resvg` reads no WOFF2. The serif with more alphabets is the last resort. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

const require = createRequire(import.meta.url);

const FILES = {
  serif: "newsreader/500Medium/Newsreader_500Medium.ttf",
  sans: "public-sans/400Regular/PublicSans_400Regular.ttf",
  bold: "public-sans/600SemiBold/PublicSans_600SemiBold.ttf",
  other: "source-serif-4/500Medium/SourceSerif4_500Medium.ttf",
} as const;

export type Face = Exclude<keyof typeof FILES, "other">;

/** How a face is named in SVG. */
export const FACES: Record<Face, { family: string; weight: number }> = {
  serif: { family: "Newsreader", weight: 500 },
  sans: { family: "Public Sans", weight: 400 },
  bold: { family: "Public Sans", weight: 600 },
};

/** The share of a text that may be left out for lack of letters. */
const MAX_LEFT_OUT = 0.2;
/** How much of a line has to remain for it to end with a whole word. */
const MIN_KEPT = 0.7;

export type Typeset = ReturnType<typeof createTypeset>;

/** Reads the fonts, which takes some milliseconds. */
export function createTypeset() {
  const buffers = Object.values(FILES).map((file) =>
    readFileSync(require.resolve(`@expo-google-fonts/${file}`)),
  );
  const fonts = Object.fromEntries(
    Object.keys(FILES).map((name, index) => [name, create(buffers[index]!) as Font]),
  ) as Record<keyof typeof FILES, Font>;

  const has = (font: Font, text: string) =>
    [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!));

  /** The width of a line in pixels. */
  function widthOf(text: string, face: Face, size: number): number {
    const font = has(fonts[face], text) ? fonts[face] : fonts.other;
    return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
  }

  /** @returns the text if it fits, otherwise its start with an ellipsis: whole words, unless the last is very long */
  function cut(text: string, face: Face, size: number, width: number): string {
    const fits = (part: string) => widthOf(part, face, size) <= width;
    if (fits(text)) return text;
    const start = longestStart(text, (part) => fits(`${part.trimEnd()}…`));
    const words = start.replace(/\s+\S*$/, "");
    const kept = words.length > start.length * MIN_KEPT ? words : start;
    return `${kept.replace(/[\s,;:.–-]+$/, "")}…`;
  }

  return {
    buffers,
    widthOf,
    cut,

    /** @returns the text without what the fonts lack; empty if too little of it is left */
    drawable(text: string, face: Face): string {
      const line = text.normalize("NFC").replace(/\s+/gu, " ").trim();
      const all = [...line];
      const kept = all.filter((one) => has(fonts[face], one) || has(fonts.other, one));
      return kept.length < all.length * (1 - MAX_LEFT_OUT)
        ? ""
        : kept.join("").replace(/ +/g, " ").trim();
    },

    /**
     * Breaks a text at spaces, and words that are wider than a line anywhere.
     * @returns at most `most` lines, the last with an ellipsis if more would follow
     */
    wrap(text: string, face: Face, size: number, { width, most }: WrapLimits): string[] {
      const fits = (line: string) => widthOf(line, face, size) <= width;
      const lines: string[] = [];
      let line = "";
      for (const word of text.split(" ")) {
        const longer = line ? `${line} ${word}` : word;
        if (fits(longer)) {
          line = longer;
          continue;
        }
        if (line) lines.push(line);
        line = word;
        while (!fits(line) && lines.length <= most) {
          const part = longestStart(line, fits);
          lines.push(part);
          line = line.slice(part.length);
        }
        if (lines.length > most) break;
      }
      if (line) lines.push(line);
      if (lines.length <= most) return lines;
      const rest = `${lines[most - 1]} ${lines[most]}`;
      return [...lines.slice(0, most - 1), cut(rest, face, size, width)];
    },
  };
}

interface WrapLimits {
  /** In pixels. */
  width: number;
  /** The greatest number of lines. */
  most: number;
}

/** @returns the longest start of a text, one character at least, of which `fits` is true */
function longestStart(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  let [least, most] = [1, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(characters.slice(0, middle).join(""))) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join("");
}
