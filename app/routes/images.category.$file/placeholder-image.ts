/**
 * A picture for articles that came without one: a rosette of fine lines, as on a banknote, made from the
 * category alone, so that no third party is asked and the same category always looks the same.
 */
import { colors, type ColorName } from "~/styles/tokens";

const WIDTH = 640;
const HEIGHT = 256;
/** How many curves lie over each other, and how many points each is led by. */
const CURVES = 14;
const POINTS = 64;
/** Places are whole tenths of a pixel: short to write, and finer than is seen. */
const TENTHS = 10;

/** The topics have hues of their own; the general categories share the quiet one. */
const colorOf = (slug: string) => (slug in colors ? colors[slug as ColorName] : colors.muted);

/**
 * @param slug a category's
 * @returns an SVG document, 640 by 256, on no ground of its own
 */
export function placeholderImage(slug: string): string {
  const { light, dark } = colorOf(slug);
  const random = numbers(slug);
  const center = { x: WIDTH * (0.3 + 0.4 * random()), y: HEIGHT * (0.35 + 0.3 * random()) };
  const petals = 3 + Math.floor(random() * 6);
  const depth = 0.25 + 0.35 * random();
  const curves = Array.from({ length: CURVES }, (_, i) =>
    curve(center, 60 + i * 30, petals, depth / (1 + i * 0.08), (i * Math.PI) / (petals * 5)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * TENTHS} ${HEIGHT * TENTHS}" width="${WIDTH}" height="${HEIGHT}">`,
    // Between the light scheme's hue and the dark one's, to be seen on either's paper.
    `<g fill="none" stroke-width="11">`,
    ...curves.map((d, i) => `<path d="${d}" stroke="${i % 2 ? light : dark}" opacity="0.7"/>`),
    "</g></svg>",
  ].join("");
}

/**
 * A closed curve around a centre, whose radius swells and shrinks as often as it has petals: from the
 * middle between two points to the next, drawn towards the point between them. Told by its ways, which
 * are half as long to write as places.
 */
function curve(
  center: { x: number; y: number },
  radius: number,
  petals: number,
  depth: number,
  turn: number,
): string {
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const reach = radius * (1 + depth * Math.cos(petals * angle + turn * petals));
    return {
      x: (center.x + reach * Math.cos(angle)) * TENTHS,
      y: (center.y + reach * 0.8 * Math.sin(angle)) * TENTHS,
    };
  });
  const middles = points.slice(1).map(({ x, y }, i) => ({
    x: Math.round((x + points[i]!.x) / 2),
    y: Math.round((y + points[i]!.y) / 2),
  }));
  const start = middles.at(-1)!;
  const bends = middles.map((end, i) => {
    const from = middles.at(i - 1)!;
    const way = ({ x, y }: { x: number; y: number }) =>
      `${Math.round(x - from.x)} ${Math.round(y - from.y)}`;
    return `${way(points[i]!)} ${way(end)}`;
  });
  return `M${start.x} ${start.y}q${bends.join(" ")}z`.replaceAll(" -", "-");
}

/** Numbers from 0 to 1 that depend on a text alone (a linear congruential generator). */
function numbers(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}
