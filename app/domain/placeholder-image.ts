/**
 * A picture for articles that came without one: made from the category alone, so that no third party is
 * asked and the same category always looks the same.
 */

/** One hue for each category, in degrees; the topics' own where there is one. */
const HUES: Record<string, number> = {
  "asset-allocation": 152,
  tokenomics: 268,
  macro: 24,
  stocks: 212,
  bonds: 190,
  "book-nook": 340,
  general: 90,
  crypto: 44,
  governance: 232,
  markets: 4,
};

const WIDTH = 640;
const HEIGHT = 320;
const BARS = 16;

/**
 * @param slug a category's
 * @returns an SVG document, 640 by 320: a series of bars and a line above them, drawn from the slug
 */
export function placeholderImage(slug: string): string {
  const hue = HUES[slug] ?? 0;
  const heights = series(slug);
  const step = WIDTH / BARS;
  const bars = heights.map((height, i) => {
    const x = i * step + step * 0.2;
    return `<rect x="${x.toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(step * 0.6).toFixed(1)}" height="${height.toFixed(1)}" fill="hsl(${hue} 30% ${62 - (i % 4) * 4}%)" opacity="0.55"/>`;
  });
  const points = heights.map((height, i) => {
    const smoothed = (height + (heights[i - 1] ?? height) + (heights[i + 1] ?? height)) / 3;
    return `${(i * step + step / 2).toFixed(1)},${(HEIGHT - smoothed - 56).toFixed(1)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="hsl(${hue} 26% 88%)"/>`,
    ...bars,
    `<polyline points="${points.join(" ")}" fill="none" stroke="hsl(${hue} 45% 32%)" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>`,
    "</svg>",
  ].join("");
}

/** A walk that looks like a series and depends on the text alone (a linear congruential generator). */
function series(text: string): number[] {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  let level = 110;
  return Array.from({ length: BARS }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    level = Math.min(210, Math.max(40, level + (state / 2 ** 32 - 0.44) * 70));
    return level;
  });
}
