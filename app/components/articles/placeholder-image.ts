/**
 * A picture for articles that came without one: a rosette of fine lines, as on a banknote, made from the
 * category alone, so that no third party is asked and the same category always looks the same.
 */
import { colors, type ColorName } from "~/styles/tokens";

const WIDTH = 640;
const HEIGHT = 256;
/** How many curves lie over each other, and of how many points each is made. */
const CURVES = 14;
const POINTS = 160;

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
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    // Between the light scheme's hue and the dark one's, to be seen on either's paper.
    `<g fill="none" stroke-width="1.1">`,
    ...curves.map((d, i) => `<path d="${d}" stroke="${i % 2 ? light : dark}" opacity="0.7"/>`),
    "</g></svg>",
  ].join("");
}

/** A closed curve around a centre, whose radius swells and shrinks as often as it has petals. */
function curve(
  center: { x: number; y: number },
  radius: number,
  petals: number,
  depth: number,
  turn: number,
): string {
  const points = Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const reach = radius * (1 + depth * Math.cos(petals * angle + turn * petals));
    const x = center.x + reach * Math.cos(angle);
    const y = center.y + reach * 0.8 * Math.sin(angle);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** Numbers from 0 to 1 that depend on a text alone (a linear congruential generator). */
function numbers(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}
