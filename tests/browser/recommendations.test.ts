/** Generating recommendations and returning to the lists, with and without scripts; and every look. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page, Request } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { expectAccessibleLooks } from "../setup/accessibility";
import { expectPageError, startBrowser, openPage, signIn } from "../setup/browser";
import { useSite } from "../setup/site";

/** Empty, and without prices until a test imports some. The tests depend on their order. */
const site = useSite();
let browser: Browser;
/** The session cookies of a user who is not a member, and of a member. */
let user: string;
let member: string;

beforeAll(async () => {
  browser = await startBrowser();
  user = await signUp("Reader");
  member = await signUp("Mira");
  await command("user", "grant", "mira@example.org", "member");
});

const withoutScripts = { javaScriptEnabled: false };

/** @returns the cookie of a new account */
async function signUp(name: string): Promise<string> {
  const password = "correct horse 1!";
  const answer = await fetch(`${site().origin}/signup`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site().origin },
    body: new URLSearchParams({
      name,
      email: `${name.toLowerCase()}@example.org`,
      password,
      confirmPassword: password,
    }),
  });
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith("session="));
  if (!cookie) throw new Error(`Signing up answered ${answer.status}.`);
  return cookie.split(";")[0]!;
}

/** Runs one of the operator's commands while the site is running. */
async function command(...args: string[]): Promise<void> {
  const { PATH, HOME } = process.env;
  await promisify(execFile)("node", ["scripts/run-command.mjs", ...args], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH, HOME, NODE_ENV: "production", DATA_DIR: site().dataDir },
  });
}

/**
 * Imports four weeks of closes in which BTC and SOL rose, and fell back a little every other day.
 *
 * @param cash yesterday's close of USDT
 */
async function importPrices(cash = 1): Promise<void> {
  const yesterday = addDays(dayOf(new Date()), -1);
  const rows = momentumAssets.flatMap((asset) =>
    Array.from({ length: 31 }, (_, back) => {
      const close =
        asset === "USDT" ? (back ? 1 : cash) : (1000 - 10 * back) * (back % 2 ? 1.03 : 1);
      return `${addDays(yesterday, -back)},${asset},${close.toFixed(4)}`;
    }),
  );
  const file = join(site().dataDir, "closes.csv");
  await writeFile(file, ["date,asset,close", ...rows, ""].join("\n"));
  await command("prices:import", file);
}

async function openAs(cookie: string | null, path: string, options = {}): Promise<Page> {
  const page = await openPage(browser, options);
  if (cookie) await signIn(page, site().origin, cookie);
  await page.goto(site().origin + path);
  return page;
}

const button = (page: Page, name: string) => page.getByRole("button", { name });
const cards = (page: Page) => page.getByRole("article");
const goTo = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name, exact: true }).click();

/** Holds matching requests until the returned function is called. */
async function hold(page: Page, isHeld: (request: Request) => boolean): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.data*", async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return release;
}

const isPost = (request: Request) => request.method() === "POST";
const isList = (request: Request) =>
  request.method() === "GET" && decodeURIComponent(request.url()).includes("routes/momentum/list");

const FIRST = "Generate Your First Recommendation";
const FAILED = "Failed to generate momentum recommendation";

describe("without prices", () => {
  test("a post without scripts shows an alert on the same page, with status 503", async () => {
    const page = await openAs(user, "/momentum?view=table", withoutScripts);
    expectPageError(page, /status of 503/);
    await page.getByText("No momentum recommendations available yet.").waitFor();
    expect(await button(page, "Generate New").count()).toBe(0);
    const answer = page.waitForResponse(isPostAnswer);
    await button(page, FIRST).click();
    expect((await answer).status()).toBe(503);
    const alert = page.getByRole("alert");
    expect(await alert.innerText()).toMatch(new RegExp(`^Error\\s+${FAILED}$`));
    await page.getByText("No momentum recommendations available yet.").waitFor();
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
    await page.getByRole("alert").filter({ hasText: `Error` }).getByText(FAILED).waitFor();
    // The toast does not wait for the list to be revalidated.
    await expect.poll(() => button(page, FIRST).isDisabled()).toBe(false);
    expect(await cards(page).count()).toBe(0);
  });

  test("the empty pages are accessible in every look", async () => {
    const page = await openAs(member, "/momentum");
    await expectAccessibleLooks(page);
    await page.goto(`${site().origin}/sentiment`);
    await expectAccessibleLooks(page);
  });
});

const isPostAnswer = (response: { request(): Request }) => isPost(response.request());

describe("with prices", () => {
  beforeAll(() => importPrices());

  test("any signed-in user can generate the first one, and sees it without a page load", async () => {
    const page = await openAs(user, "/momentum");
    await page.evaluate(() => void Object.assign(window, { stays: true }));
    await button(page, FIRST).click();
    await page
      .getByRole("status")
      .filter({ hasText: "New momentum recommendation generated!" })
      .waitFor();
    await cards(page).getByText("Not investment advice").waitFor();
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    // The button is gone, and the focus has moved to the heading of the list.
    expect(await button(page, FIRST).count()).toBe(0);
    expect(await button(page, "Generate New").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Live Momentum Recommendations",
    );
  });

  test("without scripts a member generates another one, and returns to the same view", async () => {
    const page = await openAs(member, "/momentum", withoutScripts);
    await page.getByRole("link", { name: "Table" }).click();
    await page.waitForURL(`${site().origin}/momentum?view=table`);
    expect(await page.getByRole("columnheader", { name: "ROC Data" }).count()).toBe(1);
    await button(page, "Generate New").click();
    await page.getByRole("status").getByText("New momentum recommendation generated!").waitFor();
    expect(page.url()).toBe(`${site().origin}/momentum?view=table`);
    expect(await page.getByRole("link", { name: /^Week of/ }).count()).toBe(2);
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
    const page = await openPage(browser);
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

  test("sentiment is generated without scripts, and with scripts the button says that it is analyzing", async () => {
    const native = await openAs(user, "/sentiment", withoutScripts);
    await button(native, FIRST).click();
    await native.getByRole("status").getByText("New sentiment recommendation generated!").waitFor();
    expect(await cards(native).count()).toBe(1);

    const page = await openAs(member, "/sentiment");
    const release = await hold(page, isPost);
    await button(page, "Generate New").click();
    await button(page, "Analyzing...").waitFor();
    expect(await button(page, "Analyzing...").isDisabled()).toBe(true);
    release();
    await page.getByRole("status").getByText("New sentiment recommendation generated!").waitFor();
    await cards(page).nth(1).waitFor();
    await page.getByText("Most Mentioned Token").waitFor();
  });

  const previews = [
    { engine: "momentum", label: "Preview", pending: null },
    { engine: "sentiment", label: "Generate New", pending: "Analyzing..." },
  ] as const;
  const NOTHING_STORED = /^This is a preview\. Nothing was stored: members and the weekly schedule/;

  test.each(previews)(
    "$engine: without scripts a user who is not a member gets a preview, also after a reload",
    async ({ engine, label }) => {
      const page = await openAs(await signUp(`Native${engine}`), `/${engine}`, withoutScripts);
      const listed = await cards(page).count();
      const answer = page.waitForResponse(isPostAnswer);
      await button(page, label).click();
      expect((await answer).status()).toBe(200);
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.getByText(NOTHING_STORED).waitFor();
      await preview.getByRole("img", { name: /^Allocation: / }).waitFor();
      expect(new URL(page.url()).hash).toBe("#preview");
      expect(await page.getByText(/recommendation generated!/).count()).toBe(0);
      const again = page.waitForResponse(isPostAnswer);
      await page.reload();
      expect((await again).status()).toBe(200);
      await preview.getByText(NOTHING_STORED).waitFor();
      expect(await cards(page).count()).toBe(listed);
    },
  );

  test.each(previews)(
    "$engine: with scripts a preview takes the focus, and its toast says that nothing was stored",
    async ({ engine, label, pending }) => {
      const page = await openAs(await signUp(`Script${engine}`), `/${engine}`);
      await page.evaluate(() => void Object.assign(window, { stays: true }));
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
      expect(await page.evaluate(() => "stays" in window)).toBe(true);
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

  test.each(
    previews.flatMap((preview) => [
      { ...preview, how: "with scripts", options: {} },
      { ...preview, how: "without scripts", options: withoutScripts },
    ]),
  )("$engine: previewing on a recommendation’s page leads to the list, $how", async (asked) => {
    const { engine, label, how, options } = asked;
    const reader = await signUp(`Week${engine}${how.length}`);
    const page = await openAs(reader, `/${engine}`, options);
    await page
      .getByRole("link", { name: /^Week of/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "The calculation" }).waitFor();
    await button(page, label).click();
    await page.getByRole("region", { name: "Preview" }).getByText(NOTHING_STORED).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${engine}`);
    if (how === "with scripts") {
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Preview");
    }
  });

  test("the pages with recommendations are accessible in every look", async () => {
    const page = await openAs(member, "/momentum");
    await expectAccessibleLooks(page);
    await page.goto(`${site().origin}/momentum?view=table`);
    await expectAccessibleLooks(page);
    for (const path of ["/sentiment", "/investmentclub"]) {
      await page.goto(site().origin + path);
      await expectAccessibleLooks(page);
    }
  });

  test("USDT that has lost its peg is labelled as not cash, in every look", async () => {
    await importPrices(0.97);
    await command("generate", "momentum");
    await command("generate", "sentiment");
    const page = await openAs(member, "/");
    for (const path of ["/momentum", "/momentum?view=table", "/sentiment"]) {
      await page.goto(site().origin + path);
      await page.getByText("USDT (not cash)").first().waitFor();
      await expectAccessibleLooks(page);
    }
    for (const list of ["/momentum", "/sentiment"]) {
      await page.goto(site().origin + list);
      await page
        .getByRole("link", { name: /^Week of/ })
        .first()
        .click();
      await page.getByText("USDT is not cash", { exact: true }).waitFor();
      await expectAccessibleLooks(page);
    }
  });
});
