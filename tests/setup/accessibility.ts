/** Checks for every screen: axe finds no violation, and nothing scrolls sideways, even in a small window. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

/** Without motion, so that colours are measured after their transitions have ended. */
const still = { reducedMotion: "reduce" } as const;
const wide = { viewport: { width: 1280, height: 900 } };
const small = { viewport: { width: 375, height: 740 } };

/** Combinations of colour scheme and window size: options for `openPage()`, and names for `expectAccessibleLooks()`. */
export const looks = {
  light: { ...still, colorScheme: "light", ...wide },
  dark: { ...still, colorScheme: "dark", ...wide },
  "small and light": { ...still, colorScheme: "light", ...small },
  "small and dark": { ...still, colorScheme: "dark", ...small },
} as const;
export type Look = keyof typeof looks;
export const everyLook = Object.keys(looks) as Look[];

/**
 * The rules whose results differ between looks: those about colours, and those about what is shown only in one size,
 * such as a menu. The other rules read the markup, which all looks share, or the landmarks of the frame, whose tests run
 * all rules in both sizes.
 */
const LOOK_RULES = [
  ...["color-contrast", "link-in-text-block", "scrollable-region-focusable", "aria-hidden-focus"],
  ...["button-name", "link-name", "summary-name", "empty-heading", "heading-order"],
];

/**
 * Fails if a page breaks a rule in any of these looks, and lists what is wrong: all rules in the first look, and in the
 * others those that a look affects. The looks are applied one after the other without a reload, so what the page shows
 * (an open menu, a toast) must stay open.
 *
 * @param names by default both schemes and both sizes, once each: a page has the same colour tokens at
 *   every size, and the tests of the frame check all four combinations
 */
export async function expectAccessibleLooks(
  page: Page,
  names: readonly Look[] = ["light", "small and dark"],
): Promise<void> {
  await stopTransitions(page);
  for (const [index, name] of names.entries()) {
    const { viewport, ...media } = looks[name];
    await page.emulateMedia(media);
    await page.setViewportSize(viewport);
    await expectAccessible(page, name, index > 0 ? LOOK_RULES : undefined);
    await expectNoSidewaysScroll(page, name);
  }
}

/** Disables transitions, because axe would otherwise judge the colours in between. */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Fails if a page breaks rules of axe, by default any, and lists the rules and the elements. */
async function expectAccessible(page: Page, look: string, rules?: string[]): Promise<void> {
  const { violations } = await axe(page, rules);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  expect(found, `axe on ${page.url()}, ${look}`).toEqual([]);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The colour class of axe, which its types leave out. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Color;
}

declare global {
  interface Window {
    axe?: typeof Axe & {
      commons: {
        color: {
          Color: { new (red: number, green: number, blue: number): Color; prototype: Color };
        };
      };
    };
  }
}

/** Runs axe with details for violations only: those for passed rules are a megabyte. */
async function axe(page: Page, rules?: string[]) {
  if (page.frames().length > 1) throw new Error("Frames are not looked into.");
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) {
    await page.evaluate(AXE);
    await page.evaluate(rememberColors);
  }
  // The progress bar of a navigation may appear and disappear meanwhile, outside all landmarks.
  return page.evaluate((runOnly) => {
    const resultTypes = ["violations"] as "violations"[];
    // No rule that runs needs the style sheets and media that axe would load again.
    const options = { resultTypes, preload: false, ...(runOnly && { runOnly }) };
    return window.axe!.run({ exclude: [".navigation-progress"] }, options);
  }, rules);
}

/** Runs in the page. axe parses the same few colours thousands of times, a third of its work, so they are cached. */
function rememberColors(): void {
  const { Color } = window.axe!.commons.color;
  const read = Color.prototype.parseString;
  const known = new Map<string, Color>();
  Color.prototype.parseString = function (this: Color, text: string) {
    const color = known.get(text) ?? read.call(new Color(0, 0, 0), text);
    known.set(text, color);
    const { r, g, b, alpha } = color;
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Fails if a page is wider than its window, and lists the elements that stick out. */
export async function expectNoSidewaysScroll(page: Page, look = "as it is"): Promise<void> {
  const sticking = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(sticking, `wider than the window: ${page.url()}, ${look}`).toEqual([]);
}
