import { describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { placeholderImage } from "~/domain/placeholder-image";

/** Every start tag is closed, in order, and nothing stands outside the one root. */
function isWellFormed(markup: string): boolean {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)(\w+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_tag, closing: string, name: string, _attributes, selfClosing: string) => {
      if (closing) return open.pop() === name ? "" : "mismatch";
      if (!selfClosing) open.push(name);
      return "";
    },
  );
  return rest === "" && open.length === 0;
}

describe.each(categories.map(({ slug }) => slug))("the picture of %s", (slug) => {
  const svg = placeholderImage(slug);

  test("is one well-formed SVG document of 640 by 320", () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 640 320"/);
    expect(svg).toMatch(/<\/svg>$/);
    expect(isWellFormed(svg)).toBe(true);
  });

  test("stays within its frame and has only real numbers", () => {
    expect(svg).not.toMatch(/NaN|undefined|Infinity|-\d/);
    for (const [, x, y, width, height] of svg.matchAll(
      /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
    )) {
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(640);
      expect(Number(y) + Number(height)).toBeCloseTo(320, 0);
    }
  });

  test("is the same each time", () => {
    expect(placeholderImage(slug)).toBe(svg);
  });

  test("asks nobody for anything", () => {
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|href|url\(|script/);
  });
});

test("no two categories look the same", () => {
  expect(new Set(categories.map(({ slug }) => placeholderImage(slug))).size).toBe(10);
});
