/** Draws a card as SVG, 1200 by 630: kicker and site, title, byline or split, and figures beside a chart. */
import escapeHtml from "escape-html";
import { colors } from "~/styles/tokens";
import type { Card, Lines, Segment } from "./card";
import { FACES, type Face, type Typeset } from "./typeset.server";

export const WIDTH = 1200;
export const HEIGHT = 630;
const SIDE = 72;
const RIGHT = WIDTH - SIDE;
const COLUMN = RIGHT - SIDE;
/** The baseline of the figures' values. */
const FIGURES_Y = 542;

/** The largest size at which a title fits in its lines is taken; at the smallest it is cut. */
const TITLE_SIZES = [
  { size: 100, most: 1 },
  { size: 78, most: 2 },
  { size: 66, most: 3 },
  { size: 56, most: 3 },
  { size: 50, most: 4 },
];
/** Above a split there is less room. */
const REASON_SIZES = [
  { size: 60, most: 2 },
  { size: 48, most: 3 },
  { size: 42, most: 3 },
];

const INK = colors.ink.light;
const MUTED = colors.muted.light;

interface TextStyle {
  face: Face;
  size: number;
  fill?: string;
  anchor?: "start" | "middle" | "end";
}

/** @returns the SVG document */
export function drawCard(card: Card, typeset: Typeset): string {
  const title = typeset.drawable(card.title, "serif") || card.plainTitle;
  const byline = (card.byline ?? [])
    .map((part) => typeset.drawable(part, "sans"))
    .filter(Boolean)
    .join(" · ");
  const sizes = card.split ? REASON_SIZES : TITLE_SIZES;
  const { size, lines } = fitTitle(title, sizes, typeset);
  const lineHeight = Math.round(size * 1.12);
  const top = 142 + Math.round(size * 0.82);
  const below = top + (lines.length - 1) * lineHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colors.paper.light}"/>`,
    `<rect width="${WIDTH}" height="10" fill="${card.color}"/>`,
    drawHead(card, typeset),
    ...lines.map((line, index) =>
      text(line, SIDE, top + index * lineHeight, { face: "serif", size }),
    ),
    byline
      ? text(typeset.cut(byline, "sans", 30, COLUMN), SIDE, below + 62, {
          face: "sans",
          size: 30,
          fill: MUTED,
        })
      : "",
    card.split ? drawSplit(card.split, Math.max(below + 40, 300), typeset) : "",
    `<rect x="${SIDE}" y="474" width="${COLUMN}" height="2" fill="${colors.line.light}"/>`,
    drawFigures(card.figures, typeset),
    card.lines ? drawLines(card.lines, typeset) : "",
    "</svg>",
  ].join("");
}

function text(content: string, x: number, y: number, style: TextStyle): string {
  const { face, size, fill = INK, anchor = "start" } = style;
  const { family, weight } = FACES[face];
  return `<text x="${x}" y="${y}" font-family="${family}" font-weight="${weight}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
}

function fitTitle(title: string, sizes: typeof TITLE_SIZES, typeset: Typeset) {
  const wrapped = sizes.map(({ size, most }) => ({
    size,
    most,
    lines: typeset.wrap(title, "serif", size, { width: COLUMN, most: most + 1 }),
  }));
  const fitting = wrapped.find(({ lines, most }) => lines.length <= most);
  if (fitting) return fitting;
  const { size, most } = sizes.at(-1)!;
  return { size, lines: typeset.wrap(title, "serif", size, { width: COLUMN, most }) };
}

/** The kicker at the left, the site with its mark at the right. */
function drawHead({ kicker, color, site }: Card, typeset: Typeset): string {
  const name = typeset.drawable(site, "serif");
  const mark = RIGHT - typeset.widthOf(name, "serif", 40) - 58;
  return [
    `<rect x="${SIDE}" y="66" width="7" height="34" rx="3.5" fill="${color}"/>`,
    text(typeset.drawable(kicker, "bold"), SIDE + 22, 93, { face: "bold", size: 28 }),
    `<g transform="translate(${mark} 60) scale(1.57)" fill="none" stroke="${colors.accent.light}">`,
    `<circle cx="14" cy="14" r="10.5" stroke-width="4" stroke-dasharray="8.25 2.75" transform="rotate(-97.5 14 14)"/>`,
    `<circle cx="14" cy="14" r="3.5" fill="${colors.accent.light}" stroke="none"/></g>`,
    text(name, RIGHT, 95, { face: "serif", size: 40, anchor: "end" }),
  ].join("");
}

const SPLIT_HEIGHT = 76;
const GAP = 4;

/** A bar across the card; a segment that is too narrow for its label has none. */
function drawSplit(segments: readonly Segment[], y: number, typeset: Typeset): string {
  const shown = segments.filter(({ percent }) => percent > 0);
  const room = COLUMN - GAP * (shown.length - 1);
  let x = SIDE;
  return shown
    .map(({ asset, percent, fill, ink }) => {
      const width = (room * percent) / 100;
      const middle = x + width / 2;
      const from = x;
      x += width + GAP;
      const label = [`${asset} ${percent}%`, asset].find(
        (one) => typeset.widthOf(one, "bold", 28) < width - 20,
      );
      return [
        `<rect x="${from}" y="${y}" width="${width}" height="${SPLIT_HEIGHT}" rx="8" fill="${fill}"/>`,
        label
          ? text(label, middle, y + 48, { face: "bold", size: 28, fill: ink, anchor: "middle" })
          : "",
      ].join("");
    })
    .join("");
}

function drawFigures(figures: Card["figures"], typeset: Typeset): string {
  let x = SIDE;
  return figures
    .map(({ value, unit }) => {
      const at = x;
      x += Math.max(typeset.widthOf(value, "serif", 46), typeset.widthOf(unit, "sans", 24)) + 56;
      return [
        text(value, at, FIGURES_Y, { face: "serif", size: 46 }),
        text(unit, at, FIGURES_Y + 38, { face: "sans", size: 24, fill: MUTED }),
      ].join("");
    })
    .join("");
}

const CHART = { left: 700, width: 210, top: 500, height: 80 };
/** The least distance between the baselines of the labels. */
const LABEL_SPACING = 34;

function drawLines({ points, color, labels }: Lines, typeset: Typeset): string {
  const values = points.flatMap(({ value, bitcoin }) => [value, bitcoin]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const toY = (value: number) =>
    CHART.top + (high > low ? ((high - value) / (high - low)) * CHART.height : CHART.height / 2);
  const path = (name: "value" | "bitcoin") =>
    points
      .map(
        (point) =>
          `${(CHART.left + point.at * CHART.width).toFixed(1)},${toY(point[name]).toFixed(1)}`,
      )
      .join(" ");
  const last = points.at(-1);
  if (!last) return "";
  const ends = { value: toY(last.value), bitcoin: toY(last.bitcoin) };
  const middle = (ends.value + ends.bitcoin) / 2;
  const isAbove = ends.value <= ends.bitcoin;
  const spread = Math.max(LABEL_SPACING, Math.abs(ends.value - ends.bitcoin)) / 2;
  const label = (name: "value" | "bitcoin", fill: string) => {
    const isUpper = (name === "value") === isAbove;
    const content = typeset.drawable(labels[name], "bold");
    return text(content, CHART.left + CHART.width + 18, middle + (isUpper ? -spread : spread) + 8, {
      face: "bold",
      size: 24,
      fill,
    });
  };
  const line = (name: "value" | "bitcoin", stroke: string, more: string) =>
    `<polyline points="${path(name)}" fill="none" stroke="${stroke}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  const dot = (name: "value" | "bitcoin", fill: string) =>
    `<circle cx="${CHART.left + CHART.width}" cy="${ends[name]}" r="6" fill="${fill}"/>`;
  return [
    line("bitcoin", MUTED, `stroke-width="3" stroke-dasharray="2 8"`),
    line("value", color, `stroke-width="5"`),
    dot("bitcoin", MUTED),
    dot("value", color),
    label("value", color),
    label("bitcoin", MUTED),
  ].join("");
}
