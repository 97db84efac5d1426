/** How texts are set in share images. */
import { describe, expect, test } from "vitest";
import { drawCard } from "~/services/share-cards/draw-card";
import { createTypeset } from "~/services/share-cards/typeset.server";

const typeset = createTypeset();

describe("a text is drawn with the letters that there are", () => {
  test.each([
    ["Who sold the drawdown?", "Who sold the drawdown?"],
    ["Zu\u0308rich  and\nPraha 🚀", "Zürich and Praha"],
    ["Что делать? Ελλάδα", "Что делать? Ελλάδα"],
    ["Peace: שלום to everyone", "Peace: to everyone"],
    ["مرحبا", ""],
    ["日本の株 in 2026", ""],
  ])("%j as %j", (text, drawn) => {
    expect(typeset.drawable(text, "serif")).toBe(drawn);
  });
});

test("lines break at spaces, long words anywhere, and the last one says that more would follow", () => {
  const wrap = (text: string, most: number) => {
    const lines = typeset.wrap(text, "serif", 50, { width: 400, most });
    expect(Math.max(...lines.map((line) => typeset.widthOf(line, "serif", 50)))).toBeLessThan(400);
    return lines;
  };
  expect(wrap("The term premium is back", 3)).toEqual(["The term", "premium is back"]);
  expect(wrap("The term premium is back. The hedge is not", 2).at(-1)).toBe("premium is back…");
  const [one, two, ...rest] = wrap("W".repeat(200), 2);
  expect([one, two]).toEqual([expect.stringMatching(/^W+$/), expect.stringMatching(/^W+…$/)]);
  expect(rest).toEqual([]);
});

test("a title cannot leave its place in the document", () => {
  const title = '"/></text><script>alert(1)</script>&';
  const card = { site: "Q", kicker: "<i>", color: "#000", title, plainTitle: "x", figures: [] };
  const svg = drawCard(card, typeset);
  expect(svg).not.toMatch(/<script|<i>|&(?!(quot|lt|gt|amp|#39);)/);
});
