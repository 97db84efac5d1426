/** What people set for all sites: colours of their own. */
import type { Browser, Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

const site = useSite({ DEMO: "1" });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

describe("with the system's own colours", () => {
  const open = async (path: string, colorScheme: "light" | "dark" = "light"): Promise<Page> => {
    const page = await openPage(browser, { forcedColors: "active", colorScheme });
    await page.goto(site().origin + path);
    return page;
  };
  const style = (element: Locator, property: string) =>
    element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
  /** A colour of the system, as styles are computed. */
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
    ["a way to read the whitepaper", "/whitepaper", "nav[aria-label='How to read it']"],
  ])("the chosen one is told from the others: %s", async (_what, path, group) => {
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

  test("stars that count are told from those that do not", async () => {
    const page = await open("/tokenomics");
    const rated = page.getByRole("article").filter({ hasText: "(4/5)" }).first();
    const stars = rated
      .locator("svg[viewBox='0 0 20 20']")
      .filter({ has: page.locator("path[d^='M10 2.6']") });
    const fills = await stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).fill));
    expect(fills).toHaveLength(5);
    expect(fills.filter((fill) => fill === "none")).toHaveLength(1);
    expect(fills[0]).toBe(await style(rated, "color"));
  });

  test("the parts of an allocation keep their hues, and stand out from the ground", async () => {
    const page = await open("/momentum");
    const bar = page.getByRole("img", { name: /BTC \d+%.*SOL [1-9]/ }).first();
    const fills = await bar
      .locator("rect:not(.-translate-x-px)")
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill));
    expect(new Set(fills).size).toBe(fills.length);
    expect(fills.slice(0, 2)).not.toContain(await system(page, "Canvas"));
  });

  test("drawings take the system's ink, whatever scheme was chosen here", async () => {
    const page = await open("/", "light");
    await page.getByRole("button", { name: "Dark" }).click();
    await page.locator("html[data-scheme=dark]").waitFor();
    const label = page.locator("main svg text").first();
    expect(await style(label, "fill")).toBe(await system(page, "CanvasText"));
  });
});
