/** Settings of the user's system and browser: forced colours, and larger text. */
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { openAt, openPage } from "../setup/browser";
import { enlargeText, expectReadable } from "../setup/layout";
import { useSite } from "../setup/site";

/** A site of its own, so that the texts of other tests are not in its layouts. */
const site = useSite({ DEMO: "1" });
let articleId: string;
beforeAll(async () => {
  const top = await fetch(`${site().origin}/api/articles?sort=top&limit=1`);
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

describe("with forced colours", () => {
  const open = (path: string): Promise<Page> =>
    openAt(site().origin + path, { forcedColors: "active" });
  const style = (element: Locator, property: string) =>
    element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
  /** The computed value of a system colour. */
  const system = (page: Page, name: string) =>
    page.evaluate((color) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.setProperty("color", color);
      const { color: computed } = getComputedStyle(probe);
      probe.remove();
      return computed;
    }, name);

  /** In a group of links or buttons the current one has the system's colours, and others show the focus. */
  async function expectMarked(page: Page, group: string) {
    const choices = page.locator(group).locator("a, button");
    const chosen = choices.and(page.locator("[aria-current], [aria-pressed=true]"));
    const other = choices.and(page.locator(":not([aria-current], [aria-pressed=true])")).first();
    expect(await chosen.count(), group).toBe(1);
    const [mark, words] = [await system(page, "Highlight"), await system(page, "HighlightText")];
    expect(await style(chosen, "background-color"), group).toBe(mark);
    expect(await style(chosen, "color"), group).toBe(words);
    expect(await style(other, "background-color"), group).not.toBe(mark);

    await other.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    expect(await style(other, "outline-style"), group).toBe("solid");
    expect(await style(other, "outline-width"), group).toBe("2px");
    expect(await style(other, "outline-color"), group).not.toBe(await system(page, "Canvas"));
  }

  test("the current way to read the whitepaper differs from the others", async () => {
    await expectMarked(await open("/whitepaper"), "nav[aria-label='Format']");
  });

  test("the current filter and order of a hub differ from the others, and filled stars from empty ones", async () => {
    const page = await open("/tokenomics");
    await expectMarked(page, "nav[aria-labelledby=filters-heading]");
    await expectMarked(page, "nav[aria-label='Sort by']");
    const rated = page.getByRole("article").filter({ hasText: "(4/5)" }).first();
    const stars = rated.locator("svg").filter({ has: page.locator("use[href$='#star']") });
    const fills = await stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).fill));
    expect(fills).toHaveLength(5);
    expect(fills.filter((fill) => fill === "none")).toHaveLength(1);
    expect(fills[0]).toBe(await style(rated, "color"));
  });

  test("the current page and view differ from the others, and the parts of an allocation from the background", async () => {
    const page = await open("/momentum");
    await expectMarked(page, "nav[aria-label=Main]:visible");
    await expectMarked(page, "nav[aria-label='View as']");
    const part = "rect:not(.-translate-x-px)";
    const token = `${part}:not(.fill-asset-cash)`;
    // Which weeks are only in cash depends on the day of the test.
    const bar = page
      .getByRole("img", { name: /^Allocation: / })
      .filter({ has: page.locator(token) })
      .first();
    const fillsOf = (parts: string) =>
      bar.locator(parts).evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
    const fills = await fillsOf(part);
    expect(new Set(fills).size).toBe(fills.length);
    expect(await fillsOf(token)).not.toContain(await system(page, "Canvas"));
  });

  test("the current colour scheme differs from the others, and no scheme changes the colour of drawings", async () => {
    const page = await open("/");
    await expectMarked(page, "[role=group][aria-label='Colour scheme']");
    await page.getByRole("button", { name: "Dark" }).click();
    await page.locator("html[data-scheme=dark]").waitFor();
    const label = page.locator("main svg text").first();
    expect(await style(label, "fill")).toBe(await system(page, "CanvasText"));
  });
});

describe("with text twice as large", () => {
  const sizes = [
    { width: 375, height: 740 },
    { width: 1280, height: 900 },
  ];
  const paths: Record<string, () => string> = {
    "the research room": () => "/research",
    "the articles, with comments open": () => `/community?sort=top&comments=${articleId}`,
    "an article": () => `/article/${articleId}`,
    "a hub": () => "/macro",
    "the momentum engine": () => "/momentum",
    "the sentiment engine": () => "/sentiment",
    "the organisation": () => "/partner",
    "a search": () => "/search?q=yield",
    "the dashboard": () => "/dashboard?test=true",
    "the dashboard as a table": () => "/dashboard?test=true&view=table",
    "the whitepaper": () => "/whitepaper",
    "signing up": () => "/signup",
  };

  test.each(Object.entries(paths))(
    "nothing is cut off, broken or overlapping: %s",
    async (_name, path) => {
      const page = await openPage();
      await page.goto(site().origin + path());
      await enlargeText(page, 200);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectReadable(page, `${size.width} pixels wide`);
      }
    },
  );

  test("nothing is cut off, broken or overlapping: the home page, also zoomed, and the menu", async () => {
    const page = await openPage({ viewport: { width: 640, height: 450 } });
    await page.goto(site().origin);
    await expectReadable(page, "at a zoom of 200%");
    await enlargeText(page, 200);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectReadable(page, `${size.width} pixels wide`);
      await page.locator("header summary").click();
      const link = page.getByRole("banner").getByRole("link", { name: "Community" });
      await link.waitFor();
      await expectReadable(page, `the menu, ${size.width} pixels wide`, { hasLayers: true });
      await page.keyboard.press("Escape");
      await link.waitFor({ state: "hidden" });
    }
  });
});
