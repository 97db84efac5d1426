/** Settings of the user's system and browser: forced colours, and larger text. */
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { openAt, openPage } from "../setup/browser";
import { enlargeText, expectReadable } from "../setup/layout";
import { useSharedSite } from "../setup/site";

const site = useSharedSite("untouched demo");
let articleId: string;
beforeAll(async () => {
  const top = await fetch(`${site().origin}/api/articles?sort=top&limit=1`);
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

describe("with forced colours", () => {
  const open = (path: string, colorScheme: "light" | "dark" = "light"): Promise<Page> =>
    openAt(site().origin + path, { forcedColors: "active", colorScheme });
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

  test.each([
    ["a filter", "/tokenomics", "nav[aria-labelledby=filters-heading]"],
    ["an order", "/tokenomics", "nav[aria-label='Sort by']"],
    ["a view", "/momentum", "nav[aria-label='View as']"],
    ["a page of the navigation", "/momentum", "nav[aria-label=Main]:visible"],
    ["a colour scheme", "/", "[role=group][aria-label='Colour scheme']"],
    ["a way to read the whitepaper", "/whitepaper", "nav[aria-label='Format']"],
  ])("the current choice differs from the others: %s", async (_what, path, group) => {
    const page = await open(path);
    const choices = page.locator(group).locator("a, button");
    const chosen = choices.and(page.locator("[aria-current], [aria-pressed=true]"));
    const other = choices.and(page.locator(":not([aria-current], [aria-pressed=true])")).first();
    expect(await chosen.count()).toBe(1);
    const [mark, words] = [await system(page, "Highlight"), await system(page, "HighlightText")];
    expect(await style(chosen, "background-color")).toBe(mark);
    expect(await style(chosen, "color")).toBe(words);
    expect(await style(other, "background-color")).not.toBe(mark);

    await other.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    expect(await style(other, "outline-style")).toBe("solid");
    expect(await style(other, "outline-width")).toBe("2px");
    expect(await style(other, "outline-color")).not.toBe(await system(page, "Canvas"));
  });

  test("filled stars of a rating differ from empty ones", async () => {
    const page = await open("/tokenomics");
    const rated = page.getByRole("article").filter({ hasText: "(4/5)" }).first();
    const stars = rated.locator("svg").filter({ has: page.locator("use[href$='#star']") });
    const fills = await stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).fill));
    expect(fills).toHaveLength(5);
    expect(fills.filter((fill) => fill === "none")).toHaveLength(1);
    expect(fills[0]).toBe(await style(rated, "color"));
  });

  test("the parts of an allocation keep their colours, and differ from the background", async () => {
    const page = await open("/momentum");
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

  test("drawings use the system's text colour, whatever colour scheme is chosen on the site", async () => {
    const page = await open("/", "light");
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
      const page = await openPage();
      await page.goto(site().origin + path());
      await enlargeText(page, 200);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectReadable(page, `${size.width} pixels wide`);
      }
    },
  );

  test.each(sizes)("the menu is complete in a window of $width pixels", async (viewport) => {
    const page = await openPage({ viewport });
    await page.goto(site().origin);
    await enlargeText(page, 200);
    await page.locator("header summary").click();
    await page.getByRole("banner").getByRole("link", { name: "Community" }).waitFor();
    await expectReadable(page, "the menu", { hasLayers: true });
  });

  test("the home page fits a window at a zoom of 200%", async () => {
    const page = await openPage({ viewport: { width: 640, height: 450 } });
    await page.goto(site().origin);
    await expectReadable(page, "zoomed");
  });

  test.each([100, 200])("the names around the ring do not overlap, at %i%", async (percent) => {
    const page = await openPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(site().origin);
    await enlargeText(page, percent);
    const room = await page.locator("main svg text:has(textPath)").evaluateAll((names) =>
      names.map((name) => {
        const line = name.firstElementChild?.getAttribute("href") ?? "";
        const path = document.querySelector<SVGPathElement>(line)!;
        return path.getTotalLength() - (name as SVGTextElement).getComputedTextLength();
      }),
    );
    expect(room).toHaveLength(6);
    expect(Math.min(...room)).toBeGreaterThan(0);
  });
});
