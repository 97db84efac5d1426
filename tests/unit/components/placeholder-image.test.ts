import { describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { colors } from "~/styles/tokens";
import { placeholderImage } from "~/routes/images.category.$file/placeholder-image";

/** Whether every start tag is closed, in order, and nothing is outside the root. */
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

  test("is one well-formed SVG document of 640 by 256", () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 6400 2560"/);
    expect(svg).toContain(' width="640" height="256">');
    expect(svg).toMatch(/<\/svg>$/);
    expect(isWellFormed(svg)).toBe(true);
  });

  test("loads nothing", () => {
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|href|url\(|script/);
  });
});

test("a topic's picture has the topic's colours", () => {
  expect(placeholderImage("stocks")).toContain(colors.stocks.light);
  expect(placeholderImage("general")).toContain(colors.muted.light);
});
