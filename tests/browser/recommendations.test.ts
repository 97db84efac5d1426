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
import { useSharedSite, useSiteDatabase } from "../setup/site";
import { useStage } from "../setup/stage";

/** No other file generates recommendations or imports prices on this site. The tests depend on their order. */
const site = useSharedSite("empty");
useSiteDatabase(site);
const { show, submit } = useStage(site);
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
const week = (page: Page) => page.getByRole("link", { name: /^Week of/ }).first();
const goTo = (page: Page, name: string) =>
  banner(page).getByRole("link", { name, exact: true }).click();

const isList = (request: Request) =>
  request.method() === "GET" && decodeURIComponent(request.url()).includes("routes/momentum/list");

/** Publishes a recommendation after its preview and the question whether to. */
async function publish(page: Page) {
  await button(page, "Generate New").click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Extra, not in the record").waitFor();
  await dialog.getByRole("button", { name: "Publish it for good" }).click();
  await status(page, "recommendation generated!").last().waitFor();
  await preview.waitFor({ state: "detached" });
}

const FIRST = "Generate Your First Recommendation";
const FAILED = "Failed to generate momentum recommendation";

describe("without prices", () => {
  test.each([
    ["/", "No recommendation yet."],
    ["/momentum", "No momentum recommendations available yet."],
    ["/sentiment", "No sentiment recommendations available yet."],
  ])("%s says that there is no recommendation yet", async (path, words) => {
    const page = await show(path, { cookie: member });
    await page.getByText(words).first().waitFor();
    await expectAccessibleLooks(page);
  });

  test("the buttons are disabled while it is pending, and a toast says that it failed", async () => {
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
  beforeAll(async () => {
    await importMomentumCloses();
    // Previews label USDT that has lost its peg as not cash; the site keeps each for a minute.
    const day = addDays(dayOf(new Date()), -1);
    await storeAssetCloses("import", [{ asset: "USDT", day, close: 0.97 }]);
  });

  test("any signed-in user can generate the first one, and sees it without a page load", async () => {
    const page = await openAs(user, "/momentum");
    await markDocument(page);
    await button(page, FIRST).click();
    await status(page, "New momentum recommendation generated!").waitFor();
    await cards(page).waitFor();
    expect(await isSameDocument(page)).toBe(true);
    // The button is gone, and the focus has moved to the heading of the list.
    expect(await button(page, FIRST).count()).toBe(0);
    expect(await button(page, "Generate New").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Live Momentum Recommendations",
    );
  });

  test("a list shows skeletons while it loads, is cached for a minute, and is reloaded after each generation", async () => {
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
    const leaveAndReturn = async () => {
      await goTo(page, "Club");
      await page.getByRole("heading", { name: "Paid groups are out" }).waitFor();
      await goTo(page, "Momentum");
    };
    await leaveAndReturn();
    await cards(page).first().waitFor();
    expect(asked).toBe(1);

    for (const more of [1, 2]) {
      await publish(page);
      await expect.poll(() => cards(page).count()).toBe(count + more);
      // After the preview, and after it was published.
      expect(asked).toBe(1 + 2 * more);
    }
    await leaveAndReturn();
    await cards(page)
      .nth(count + 1)
      .waitFor();
    expect(asked).toBe(5);
  });

  test("a list that came with the document is cached for a minute, too", async () => {
    const page = await openAt(`${site().origin}/momentum`);
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
    await page.evaluate(() => {
      const later = Date.now() + 61_000;
      Date.now = () => later;
    });
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

  const NOTHING_STORED = /^This is a preview\. Nothing was stored: members and the weekly schedule/;
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

  test("a preview takes the focus, says that nothing was stored, and leads to the list from elsewhere", async () => {
    const page = await openAs(user, "/momentum");
    await markDocument(page);
    const listed = await cards(page).count();
    const release = await hold(page, isPost);
    await button(page, "Preview").click();
    await page.locator("button[aria-busy=true]").waitFor();
    release();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(NOTHING_STORED).waitFor();
    await page.getByRole("status").getByText("Preview: nothing was stored.").waitFor();
    expect(await page.getByText(/recommendation generated!/).count()).toBe(0);
    expect(await focused(page)).toBe("Preview");
    expect(await isSameDocument(page)).toBe(true);
    expect(await cards(page).count()).toBe(listed);
    await preview.getByText("USDT (not cash)").first().waitFor();

    // A failed attempt keeps the preview.
    expectPageError(page, /ERR_FAILED/);
    await page.route("**/*.data*", (route) => route.abort());
    await button(page, "Preview").click();
    await alert(page, "Failed to").waitFor();
    await preview.getByText(NOTHING_STORED).waitFor();

    await page.unrouteAll();
    await week(page).click();
    await page.getByRole("heading", { name: "The calculation" }).waitFor();
    await button(page, "Preview").click();
    await preview.getByText(NOTHING_STORED).waitFor();
    expect(new URL(page.url()).pathname).toBe("/momentum");
    expect(await focused(page)).toBe("Preview");
  });

  test("a preview and the page of a recommendation are accessible, with USDT that has lost its peg", async () => {
    await show("/momentum", { cookie: user });
    const page = await submit("Preview", {}, { cookie: user });
    await page.getByText("USDT (not cash)").first().waitFor();
    await expectAccessibleLooks(page);
    const answer = await fetch(`${site().origin}/api/momentum-recommendations?limit=1`);
    const [{ id }] = (await answer.json()) as [{ id: string }];
    await show(`/momentum/${id}`);
    await page.getByText("USDT is not cash", { exact: true }).waitFor();
    await expectAccessibleLooks(page);
  });
});
