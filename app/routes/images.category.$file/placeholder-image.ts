/**
 * Generates the placeholder image of a category: a guilloche of fine lines, as on banknotes. It is
 * derived from the slug alone, so the same category always looks the same.
 */
import { colors, type ColorName } from "~/styles/tokens";

const WIDTH = 640;
const HEIGHT = 256;
/** The number of curves, and of control points per curve. */
const CURVES = 14;
const POINTS = 64;
/** Coordinates are integers in tenths of a pixel, to keep the file small. */
const TENTHS = 10;

/** Topics have their own colours; general categories share a muted one. */
const colorOf = (slug: string) => (slug in colors ? colors[slug as ColorName] : colors.muted);

/**
 * @param slug the category's slug
 * @returns an SVG document, 640 by 256, with a transparent background
 */
export function placeholderImage(slug: string): string {
  const { light, dark } = colorOf(slug);
  const random = seededRandom(slug);
  const center = { x: WIDTH * (0.3 + 0.4 * random()), y: HEIGHT * (0.35 + 0.3 * random()) };
  const petals = 3 + Math.floor(random() * 6);
  const depth = 0.25 + 0.35 * random();
  const curves = Array.from({ length: CURVES }, (_, i) =>
    curve(center, 60 + i * 30, petals, depth / (1 + i * 0.08), (i * Math.PI) / (petals * 5)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * TENTHS} ${HEIGHT * TENTHS}" width="${WIDTH}" height="${HEIGHT}">`,
    // Alternates the colours of both schemes, so that it is visible on either background.
    `<g fill="none" stroke-width="11">`,
    ...curves.map((d, i) => `<path d="${d}" stroke="${i % 2 ? light : dark}" opacity="0.7"/>`),
    "</g></svg>",
  ].join("");
}

/**
 * A closed curve whose radius oscillates `petals` times per turn: quadratic Bézier segments between
 * the midpoints of neighbouring control points. Relative coordinates halve the size of the path.
 */
function curve(
  center: { x: number; y: number },
  radius: number,
  petals: number,
  depth: number,
  rotation: number,
): string {
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const distance = radius * (1 + depth * Math.cos(petals * angle + rotation * petals));
    return {
      x: (center.x + distance * Math.cos(angle)) * TENTHS,
      y: (center.y + distance * 0.8 * Math.sin(angle)) * TENTHS,
    };
  });
  const midpoints = points.slice(1).map(({ x, y }, i) => ({
    x: Math.round((x + points[i]!.x) / 2),
    y: Math.round((y + points[i]!.y) / 2),
  }));
  const start = midpoints.at(-1)!;
  const segments = midpoints.map((end, i) => {
    const from = midpoints.at(i - 1)!;
    const offset = ({ x, y }: { x: number; y: number }) =>
      `${Math.round(x - from.x)} ${Math.round(y - from.y)}`;
    return `${offset(points[i]!)} ${offset(end)}`;
  });
  return `M${start.x} ${start.y}q${segments.join(" ")}z`.replaceAll(" -", "-");
}

/** A seeded random number generator (linear congruential). */
function seededRandom(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}
