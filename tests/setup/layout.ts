/** Checks of a layout, for any text in it and any font size. */
import type { Page } from "playwright";
import { expect } from "vitest";

/** The visible part of a line of text. */
interface Line {
  text: string;
  /** The number of its text node: lines of the same node may touch. */
  of: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Layout {
  /** Elements and texts that are outside the window, wider than their box, or cut off. */
  sticking: string[];
  /** Words that break across lines without a hyphen. */
  broken: string[];
  lines: Line[];
}

/** Controls, headings of tables and labels, in which no word may be broken. */
const CONTROLS = "#root > header, #root > footer, nav, button, thead th, label, legend, summary";

/**
 * Fails if a text or a box sticks out of the window or of its parent or is cut off at the side, if a word in a control,
 * the head of a table or a navigation is broken in two, or if lines of different texts overlap.
 *
 * @param options.hasLayers whether something lies above the page, such as a menu, so that texts may overlap
 */
export async function expectReadable(page: Page, look: string, { hasLayers = false } = {}) {
  const { sticking, broken, lines } = await page.evaluate(readLayout, CONTROLS);
  const overlaps = hasLayers ? [] : overlapsOf(lines);
  expect({ sticking, broken, overlaps }, `${page.url()}, ${look}`).toEqual({
    sticking: [],
    broken: [],
    overlaps: [],
  });
}

function overlapsOf(lines: Line[]): string[] {
  const overlaps: string[] = [];
  const sorted = lines.toSorted((one, other) => one.top - other.top);
  for (const [index, one] of sorted.entries()) {
    for (let at = index + 1; at < sorted.length && sorted[at]!.top < one.bottom; at += 1) {
      const other = sorted[at]!;
      if (other.of !== one.of && areOverlapping(one, other))
        overlaps.push(`“${one.text}” and “${other.text}”`);
    }
  }
  return overlaps;
}

/** Line boxes are a little higher than their letters, so they may overlap by a quarter of their height. */
function areOverlapping(one: Line, other: Line): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  return across > 1 && down > height / 4;
}

/** Enlarges text as browsers do: everything that is measured in `rem` grows, and the window does not. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { transition: none !important } html { font-size: ${size}% }`);
    document.adoptedStyleSheets.push(sheet);
  }, percent);
}

/** Runs in the page. */
function readLayout(controls: string): Layout {
  // Content far down has only an estimated height until it is scrolled to, and its texts would stick out of it.
  const allLaidOut = new CSSStyleSheet();
  allLaidOut.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(allLaidOut);

  const width = document.documentElement.clientWidth;
  const sticking: string[] = [];
  const broken: string[] = [];
  const lines: Line[] = [];
  /** Remembers what is found for each element, because most are the ancestors of many. */
  const once = <Found>(find: (element: Element) => Found) => {
    const known = new Map<Element, Found>();
    return (element: Element): Found => {
      if (!known.has(element)) known.set(element, find(element));
      return known.get(element)!;
    };
  };
  const styleOf = once((element) => {
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    return { overflowX, textOverflow, display };
  });
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) all.push(at);
    return all;
  };
  const scrolls = (element: Element) => /auto|scroll/.test(styleOf(element).overflowX);
  const cuts = (element: Element) => /hidden|clip/.test(styleOf(element).overflowX);
  const isSrOnly = once((element) => cuts(element) && element.clientWidth <= 1);
  const isAside: (element: Element) => boolean = once(
    (element) =>
      scrolls(element) ||
      isSrOnly(element) ||
      (element.parentElement !== null && isAside(element.parentElement)),
  );
  const short = (text: string) => text.trim().slice(0, 50);

  if (document.documentElement.scrollWidth > width) sticking.push("the page scrolls sideways");

  for (const element of document.body.querySelectorAll("*")) {
    const { left, right, width: wide } = element.getBoundingClientRect();
    if (wide === 0 || isAside(element)) continue;
    if (element instanceof SVGElement && element.ownerSVGElement) continue;
    if (element.matches("input, textarea, select")) continue;
    const name = `<${element.localName}> ${short(element.textContent)}`;
    if (right > width + 1 || left < -1) sticking.push(`${name}: outside the window`);
    const { textOverflow } = styleOf(element);
    if (
      cuts(element) &&
      textOverflow !== "ellipsis" &&
      element.scrollWidth > element.clientWidth + 1
    )
      sticking.push(`${name}: cut off`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let of = 0; texts.nextNode(); of += 1) {
    const node = texts.currentNode as Text;
    const parent = node.parentElement;
    if (!parent || parent instanceof SVGElement || !node.data.trim()) continue;
    const path = ancestors(parent);
    if (!parent.checkVisibility({ visibilityProperty: true }) || path.some(isSrOnly)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const cutters = path
      .filter((at) => cuts(at) || scrolls(at))
      .map((at) => at.getBoundingClientRect());
    for (const rect of range.getClientRects()) {
      const top = Math.max(rect.top, ...cutters.map((box) => box.top));
      const bottom = Math.min(rect.bottom, ...cutters.map((box) => box.bottom));
      const left = Math.max(rect.left, ...cutters.map((box) => box.left));
      const right = Math.min(rect.right, ...cutters.map((box) => box.right));
      if (bottom - top > 1 && right - left > 1)
        lines.push({ text: short(node.data), of, left, right, top, bottom });
    }
    if (!path.some(scrolls)) {
      const box = path.find((at) => !/^(inline|contents)$/.test(styleOf(at).display));
      const edge = box?.getBoundingClientRect().right ?? width;
      const isCut = path.some((at) => styleOf(at).textOverflow === "ellipsis");
      const { right } = range.getBoundingClientRect();
      if (!isCut && right > edge + 1) sticking.push(`“${short(node.data)}”: wider than its box`);
    }
    if (!parent.closest(controls)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s\u2010-\u2014/-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (rows.size > 1) broken.push(word);
    }
  }
  return { sticking, broken, lines };
}
