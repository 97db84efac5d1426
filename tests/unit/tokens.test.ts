import { describe, expect, test } from "vitest";
import { colors, markOn, textOn, type ColorName, type Scheme } from "~/styles/tokens";

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

const schemes: Scheme[] = ["light", "dark"];
const inBoth = (pairs: readonly (readonly [ColorName, ColorName])[]) =>
  schemes.flatMap((scheme) => pairs.map(([mark, ground]) => ({ scheme, mark, ground })));

test("every text colour has a contrast test", () => {
  const grounds = new Set([
    "paper",
    "raised",
    "sunken",
    "line",
    "edge",
    "sentiment-deep",
    "asset-cash",
  ]);
  const measured = new Set(textOn.map(([text]) => text));
  const words = (Object.keys(colors) as ColorName[]).filter(
    (name) => !grounds.has(name) && !name.endsWith("-wash"),
  );
  expect(words.filter((name) => !measured.has(name))).toEqual([]);
});

describe("text has a contrast of at least 4.5", () => {
  test.each(inBoth(textOn))("$mark on $ground, $scheme", ({ scheme, mark, ground }) => {
    expect(contrast(colors[mark][scheme], colors[ground][scheme])).toBeGreaterThanOrEqual(4.5);
  });
});

describe("meaningful lines have a contrast of at least 3", () => {
  test.each(inBoth(markOn))("$mark on $ground, $scheme", ({ scheme, mark, ground }) => {
    expect(contrast(colors[mark][scheme], colors[ground][scheme])).toBeGreaterThanOrEqual(3);
  });
});
