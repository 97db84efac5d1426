/** Generating recommendations and returning to the lists, in a browser with scripts. */
import type { Page, Request } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { storeAssetCloses } from "~/models/price.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt } from "../setup/browser";
import { alert, banner, hold, isPost, isSameDocument, markDocument, status } from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { importMomentumCloses } from "../setup/recommendations";
import { useSite, useSiteDatabase } from "../setup/site";

/** Empty, and without prices until a test imports some. The tests depend on their order. */
const site = useSite();
useSiteDatabase(site);
/** The session cookies of a user who is not a member, and of a member. */
let user: string;
let member: string;
beforeAll(async () => {
  user = (await addSignedIn()).cookie;
  member = (await addSignedIn({ isMember: true })).cookie;
});

const openAs = (cookie: string, path: string) =>
  openAt(site().origin + path, { ...looks.light, cookie });

const button = (page: Page, name: string) => page.getByRole("button", { name });
const cards = (page: Page) => page.getByRole("article");
const goTo = (page: Page, name: string) =>
  banner(page).getByRole("link", { name, exact: true }).click();

const isList = (request: Request) =>
  request.method() === "GET" && decodeURIComponent(request.url()).includes("routes/momentum/list");

const FIRST = "Generate Your First Recommendation";
const FAILED = "Failed to generate momentum recommendation";

describe("without prices", () => {
  test.each([
    ["/", "No recommendation yet."],
    ["/momentum", "No momentum recommendations available yet."],
    ["/sentiment", "No sentiment recommendations available yet."],
  ])("%s says “%s”", async (path, text) => {
    const page = await openAt(site().origin + path, looks.light);
    await page.getByText(text).first().waitFor();
    await expectAccessibleLooks(page);
  });

  test("with scripts the buttons are disabled while it is pending, and a toast says that it failed", async () => {
    const page = await openAs(member, "/momentum");
    expectPageError(page, /status of 503/);
    const release = await hold(page, isPost);
    await button(page, FIRST).click();
    await page.locator("button[aria-busy=true]").nth(1).waitFor();
    expect(await button(page, FIRST).isDisabled()).toBe(true);
    expect(await button(page, "Generate New").isDisabled()).toBe(true);
    release();
    await alert(page, FAILED).waitFor();
    // The toast does not wait for the list to be revalidated.
    await expect.poll(() => button(page, FIRST).isDisabled()).toBe(false);
    expect(await cards(page).count()).toBe(0);
  });
});

describe("with prices", () => {
  beforeAll(() => importMomentumCloses());

  test("any signed-in user can generate the first one, and sees it without a page load", async () => {
    const page = await openAs(user, "/momentum");
    await markDocument(page);
    await button(page, FIRST).click();
    await page
      .getByRole("status")
      .filter({ hasText: "New momentum recommendation generated!" })
      .waitFor();
    await cards(page).getByText("Not investment advice").waitFor();
    expect(await isSameDocument(page)).toBe(true);
    // The button is gone, and the focus has moved to the heading of the list.
    expect(await button(page, FIRST).count()).toBe(0);
    expect(await button(page, "Generate New").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Live Momentum Recommendations",
    );
  });

  test("with scripts the same button generates one after another", async () => {
    const page = await openAs(member, "/momentum?view=table");
    const weeks = page.getByRole("link", { name: /^Week of/ });
    const before = await weeks.count();
    for (const more of [1, 2]) {
      await button(page, "Generate New").click();
      await expect.poll(() => weeks.count()).toBe(before + more);
    }
  });

  test("a list shows skeletons while it loads, is cached for a minute, and is reloaded after a generation", async () => {
    const page = await openAs(member, "/investmentclub");
    let asked = 0;
    page.on("request", (request) => (asked += isList(request) ? 1 : 0));
    const release = await hold(page, isList);
    await goTo(page, "Momentum");
    const skeletons = page.locator("[aria-busy=true]").filter({ hasText: "Loading" });
    await skeletons.waitFor();
    expect(await skeletons.locator("> [aria-hidden=true]").count()).toBe(4);
    release();
    await cards(page).first().waitFor();
    expect(asked).toBe(1);
    const count = await cards(page).count();

    // Neither another view nor coming back requests the list again.
    await page.getByRole("link", { name: "Table" }).click();
    await page.getByRole("columnheader", { name: "Description" }).waitFor();
    expect(await cards(page).count()).toBe(0);
    await goTo(page, "Club");
    await page.getByRole("heading", { name: "Paid groups are out" }).waitFor();
    await goTo(page, "Momentum");
    await cards(page).first().waitFor();
    expect(asked).toBe(1);

    await button(page, "Generate New").click();
    await cards(page).nth(count).waitFor();
    expect(asked).toBe(2);
    await goTo(page, "Club");
    await page.getByRole("heading", { name: "Paid groups are out" }).waitFor();
    await goTo(page, "Momentum");
    await cards(page).nth(count).waitFor();
    expect(asked).toBe(2);
  });

  test("a list that came with the document is cached for a minute, too", async () => {
    const page = await openAt(`${site().origin}/terms`);
    await page.clock.install();
    await page.goto(`${site().origin}/momentum`);
    let asked = 0;
    page.on("request", (request) => (asked += isList(request) ? 1 : 0));
    const leaveAndReturn = async () => {
      await goTo(page, "Club");
      await page.getByRole("heading", { name: "Paid groups are out" }).waitFor();
      await goTo(page, "Momentum");
      await cards(page).first().waitFor();
    };
    await leaveAndReturn();
    expect(asked).toBe(0);
    await page.clock.fastForward(61_000);
    await leaveAndReturn();
    expect(asked).toBe(1);
  });

  test("while sentiment is generated the button says that it is analyzing", async () => {
    const page = await openAs(member, "/sentiment");
    const release = await hold(page, isPost);
    await button(page, FIRST).click();
    await button(page, "Analyzing...").first().waitFor();
    expect(await button(page, "Analyzing...").first().isDisabled()).toBe(true);
    release();
    await status(page, "New sentiment recommendation generated!").waitFor();
    await cards(page).waitFor();
    await page.getByText("Most Mentioned Token").waitFor();
  });

  const previews = [
    { engine: "momentum", label: "Preview", pending: null },
    { engine: "sentiment", label: "Generate New", pending: "Analyzing..." },
  ] as const;
  const NOTHING_STORED = /^This is a preview\. Nothing was stored: members and the weekly schedule/;

  test.each(previews)(
    "$engine: with scripts a preview takes the focus, and its toast says that nothing was stored",
    async ({ engine, label, pending }) => {
      const page = await openAs((await addSignedIn()).cookie, `/${engine}`);
      await markDocument(page);
      const listed = await cards(page).count();
      const release = await hold(page, isPost);
      await button(page, label).click();
      if (pending) await button(page, pending).waitFor();
      else await page.locator("button[aria-busy=true]").waitFor();
      release();
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.getByText(NOTHING_STORED).waitFor();
      await page.getByRole("status").getByText("This is a preview. Nothing was stored.").waitFor();
      expect(await page.getByText(/recommendation generated!/).count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Preview");
      expect(await isSameDocument(page)).toBe(true);
      expect(await cards(page).count()).toBe(listed);
      await expectAccessibleLooks(page);

      // A failed attempt keeps the preview.
      expectPageError(page, /ERR_FAILED/);
      await page.route("**/*.data*", (route) => route.abort());
      await button(page, label).click();
      await page
        .getByRole("alert")
        .getByText(/^Failed to/)
        .waitFor();
      await preview.getByText(NOTHING_STORED).waitFor();
    },
  );

  test("previewing on a recommendation’s page leads to the list", async () => {
    const page = await openAs(user, "/momentum");
    await page
      .getByRole("link", { name: /^Week of/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "The calculation" }).waitFor();
    await button(page, "Preview").click();
    await page.getByRole("region", { name: "Preview" }).getByText(NOTHING_STORED).waitFor();
    expect(new URL(page.url()).pathname).toBe("/momentum");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Preview");
  });

  test("USDT that has lost its peg is labelled as not cash", async () => {
    const day = addDays(dayOf(new Date()), -1);
    await storeAssetCloses("import", [{ asset: "USDT", day, close: 0.97 }]);
    const page = await openAs(member, "/momentum");
    await button(page, "Generate New").click();
    await page.getByText("USDT (not cash)").first().waitFor();
    await expectAccessibleLooks(page);
    await page
      .getByRole("link", { name: /^Week of/ })
      .first()
      .click();
    await page.getByText("USDT is not cash", { exact: true }).waitFor();
    await expectAccessibleLooks(page);
  });
});
