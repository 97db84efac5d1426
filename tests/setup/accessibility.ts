/** What every screen is held to: axe finds nothing, and nothing scrolls sideways on a small one. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

/** Without motion, so that colours are measured where they come to rest. */
const still = { reducedMotion: "reduce" } as const;
const wide = { viewport: { width: 1280, height: 900 } };
const small = { viewport: { width: 375, height: 740 } };

/** How a screen can look: what `openPage()` takes, and `expectGoodLooks()`. */
export const looks = {
  light: { ...still, colorScheme: "light", ...wide },
  dark: { ...still, colorScheme: "dark", ...wide },
  "small and light": { ...still, colorScheme: "light", ...small },
  "small and dark": { ...still, colorScheme: "dark", ...small },
} as const;
export type Look = keyof typeof looks;
export const everyLook = Object.keys(looks) as Look[];

/**
 * Fails with what is wrong with a page in these looks. They are put on one after the other,
 * without loading the page again; what the page shows (an open menu, a toast) must outlast that.
 *
 * @param names left out, both schemes and both sizes are seen, once each: the same tokens colour a page
 *   at every size, and the frame's own tests look at all four
 */
export async function expectGoodLooks(
  page: Page,
  names: readonly Look[] = ["light", "small and dark"],
): Promise<void> {
  await stopTransitions(page);
  for (const name of names) {
    const { viewport, ...media } = looks[name];
    await page.emulateMedia(media);
    await page.setViewportSize(viewport);
    await expectAccessible(page, name);
    await expectNoSidewaysScroll(page, name);
  }
}

/** From now on colours change at once: on their way from one to another they would be judged too. */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Fails with the rules that a page breaks, and where. */
export async function expectAccessible(page: Page, look = "as it is"): Promise<void> {
  const { violations } = await axe(page);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  expect(found, `axe on ${page.url()}, ${look}`).toEqual([]);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A colour as axe computes with it; its types leave that out. */
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

/** All of axe's rules, though only what they find wrong is told at length: the rest is a megabyte. */
async function axe(page: Page) {
  if (page.frames().length > 1) throw new Error("Frames are not looked into.");
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) {
    await page.evaluate(AXE);
    await page.evaluate(rememberColors);
  }
  // What tells of loading may come and go meanwhile, outside of all landmarks.
  return page.evaluate(() =>
    window.axe!.run({ exclude: [".navigation-progress"] }, { resultTypes: ["violations"] }),
  );
}

/** Runs in the page. axe reads the same few colours thousands of times, which is a third of its work. */
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

/** Fails when a page is wider than its window, and names what sticks out. */
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
