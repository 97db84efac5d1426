/** Settings of the user's system and browser: forced colours, and larger text. */
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { looks } from "../setup/accessibility";
import { enlargeText, expectReadable } from "../setup/layout";
import { useSite } from "../setup/site";
import { useStage } from "../setup/stage";

/** A site of its own, so that the texts of other tests are not in its layouts. */
const site = useSite({ DEMO: "1" });
const { stage, show } = useStage(site);
let articleId: string;
beforeAll(async () => {
  const top = await fetch(`${site().origin}/api/articles?sort=top&limit=1`);
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

describe("with forced colours", () => {
  beforeAll(async () => {
    await stage().setViewportSize(looks.light.viewport);
    await stage().emulateMedia({ forcedColors: "active" });
  });
  afterAll(() => stage().emulateMedia({ forcedColors: "none" }));
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
    await expectMarked(await show("/whitepaper"), "nav[aria-label='Format']");
  });

  test("the current filter and order of a hub differ from the others, and filled stars from empty ones", async () => {
    const page = await show("/tokenomics");
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
    const page = await show("/momentum");
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
    const page = await show("/");
    await expectMarked(page, "[role=group][aria-label='Colour scheme']");
    await page.evaluate(() => (document.documentElement.dataset.scheme = "dark"));
    const label = page.locator("main svg text").first();
    expect(await style(label, "fill")).toBe(await system(page, "CanvasText"));
  });
});

test("nothing is cut off, broken or overlapping on the home page at a zoom of 200 %", async () => {
  const page = await show("/");
  await page.setViewportSize({ width: 640, height: 450 });
  await expectReadable(page, "zoomed");
});

describe("with text twice as large", () => {
  beforeAll(() => enlargeText(stage(), 200));
  afterAll(() => stage().evaluate(() => (document.adoptedStyleSheets = [])));

  const sizes = [
    { width: 375, height: 740 },
    { width: 1280, height: 900 },
  ];
  const paths: Record<string, () => string> = {
    "the home page": () => "/",
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
      const page = await show(path());
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectReadable(page, `${size.width} pixels wide`);
      }
    },
  );

  test.each(sizes)(
    "nothing is cut off, broken or overlapping: the menu, $width pixels wide",
    async (size) => {
      const page = await show("/");
      await page.setViewportSize(size);
      await page.locator("header summary").click();
      await page.getByRole("banner").getByRole("link", { name: "Community" }).waitFor();
      await expectReadable(page, "the menu", { hasLayers: true });
    },
  );
});
