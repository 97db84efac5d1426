/** axe looks at every screen: wide in the light colour scheme and small in the dark one, with everything open. */
import { addDays } from "date-fns/addDays";
import mongoose, { Types } from "mongoose";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addExport } from "~/models/export.server";
import {
  everyLook,
  expectAccessibleLooks,
  expectNoSidewaysScroll,
  looks,
} from "../setup/accessibility";
import {
  expectPageError,
  openAt,
  openPage,
  startBrowser,
  waitForHydration,
} from "../setup/browser";
import { pagePatterns } from "../setup/build";
import { alert, banner, formWith, main } from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { addScreenContent, NAME, type Who } from "../setup/screen-content";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("demo");
useSiteDatabase(site);

let ids: Record<string, string>;
let cookies: Record<Who, string>;
beforeAll(async () => {
  ({ ids, cookies } = await addScreenContent(site().origin));
});

/** The address with ids in the place of their names in braces. */
const pathOf = (path: string) => path.replace(/\{(.*?)\}/g, (_, name: string) => ids[name] ?? NAME);

/** Opens a screen with its scripts, which have not started yet for a visitor. */
async function open(path: string): Promise<Page> {
  const page = await openPage(looks.light);
  await page.goto(site().origin + pathOf(path), { waitUntil: "load" });
  return page;
}

/** A document without scripts, in which one screen after the other is put: quicker than loading each of them. */
let stage: Page;
beforeAll(async () => {
  stage = await (await startBrowser()).newPage(looks.light);
  await stage.goto(`${site().origin}/robots.txt`);
  await stage.setContent("<!DOCTYPE html>");
});
afterAll(() => stage.close());

/** Requests a screen with a cookie, and shows it as the server sends it, with everything open. */
async function show(path: string, cookie = "", status = 200, init: RequestInit = {}) {
  const headers = { Cookie: cookie, Origin: site().origin };
  const url = site().origin + pathOf(path);
  const answer = await fetch(url, { ...init, headers, redirect: "manual" });
  expect(answer.status).toBe(status);
  await stage.evaluate(
    async (html) => {
      const served = new DOMParser().parseFromString(html, "text/html");
      document.documentElement.replaceWith(served.documentElement);
      const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
      const images = [...document.querySelectorAll<HTMLImageElement>("img:not([loading=lazy])")];
      const loading = [
        ...sheets.filter(({ sheet }) => !sheet),
        ...images.filter(({ complete }) => !complete),
      ];
      await Promise.all(
        loading.map((element) => new Promise((end) => (element.onload = element.onerror = end))),
      );
      await document.fonts.ready;
    },
    await answer.text(),
  );
  await openDetails(stage);
}

/** Submits a form of the screen that is shown, without typing anything, and shows the answer. */
async function showMessages(path: string, button: string, cookie?: string): Promise<void> {
  const [action, fields] = await formWith(stage, button)
    .getByRole("button", { name: button, exact: true })
    .evaluate(
      (element: HTMLButtonElement) =>
        [
          element.form!.getAttribute("action"),
          [...new FormData(element.form!, element)] as [string, string][],
        ] as const,
    );
  const body = new URLSearchParams(fields);
  if (path.startsWith("/comment")) body.set("content", "");
  await show(action ?? path, cookie, 400, { method: "POST", body });
  await main(stage).locator("[aria-invalid=true]").first().waitFor();
}

const openDetails = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("main details")) {
      details.toggleAttribute("open", true);
    }
  });

/** The frames that axe has judged: header and footer are the same on each screen of a person, but for the current link. */
const framesSeen = new Set<string>();

/**
 * Removes what axe has judged or judges alike: all but two of the rows and list items that differ only in their texts,
 * and a frame that has been judged, except for its current link.
 */
async function removeRepetition(frame = ""): Promise<void> {
  await stage.evaluate((hasSeenFrame) => {
    const isCurrent = (element: Element) =>
      element.closest("[aria-current]") ?? element.querySelector("[aria-current]");
    for (const part of hasSeenFrame ? document.querySelectorAll(":is(header, footer) *") : []) {
      if (!part.closest("main") && !isCurrent(part)) part.remove();
    }
    const shapeOf = (element: Element): string =>
      [element, ...element.querySelectorAll("*")]
        .map((part) => [
          ...[part.tagName, part.getAttribute("class"), part.getAttribute("role")],
          ...part.getAttributeNames(),
        ])
        .join();
    const counts = new Map<Element, Map<string, number>>();
    for (const item of document.querySelectorAll(":is(tr, li, article)")) {
      if (!item.isConnected) continue;
      const shapes = counts.get(item.parentElement!) ?? new Map<string, number>();
      counts.set(item.parentElement!, shapes);
      const count = (shapes.get(shapeOf(item)) ?? 0) + 1;
      shapes.set(shapeOf(item), count);
      if (count > 2) item.remove();
    }
  }, framesSeen.has(frame));
  framesSeen.add(frame);
}

/** The screens with the status of their page if it is not 200. */
const screens: [path: string, who: Who | "", status?: number][] = [
  ["/", ""],
  ["/nowhere", "", 404],
  ["/declaration", ""],
  ["/stay-tuned", ""],
  ["/privacy", ""],
  ["/terms", ""],
  ["/rules", ""],
  ["/whitepaper", ""],
  ["/research", ""],
  ["/tokenomics", ""],
  ["/asset-allocation?category=real-estate&sort=best", ""],
  ["/stocks?q=nothing+has+this", "reader"],
  ["/macro?review=new", "reader"],
  ["/bonds/reviews/{review}", ""],
  ["/bonds/reviews/{review}/edit", "author"],
  ["/bonds/reviews/{review}/changes", ""],
  ["/bonds", ""],
  ["/category/governance", ""],
  ["/category/nonsense", "", 404],
  ["/community?sort=top&comments={top}", ""],
  ["/community", "reader"],
  ["/community/new", "reader"],
  ["/article/{top}", ""],
  ["/article/{article}", "author"],
  ["/article/{article}?reply={comment}", "author"],
  ["/article/{article}?thread={comment}&order=best", ""],
  ["/article/{article}/edit", "author"],
  ["/article/{article}/edit", "reader", 403],
  ["/article/{article}/changes", ""],
  ["/article/{removed}", "reader", 410],
  ["/comment/{comment}/edit", "author"],
  ["/comment/{comment}/changes", ""],
  ["/people", ""],
  ["/people/{name}", ""],
  ["/people/{name}", "author"],
  ["/people/{name}/reviews", ""],
  ["/people/{name}/comments", ""],
  ["/people/{deleted}", "", 410],
  ["/search?q=bitcoin", ""],
  ["/search?q=the&kind=reviews", ""],
  ["/search?q=zyzzyva", ""],
  ["/momentum", "member"],
  ["/momentum?view=table", ""],
  ["/momentum/{momentum}", ""],
  ["/momentum/track-record", ""],
  ["/sentiment", ""],
  ["/sentiment/{sentiment}?mention=1", ""],
  ["/sentiment/track-record", ""],
  ["/investmentclub", ""],
  ["/partner", ""],
  ["/partner", "reader"],
  ["/partner", "applicant"],
  ["/partner", "member"],
  ["/login?redirectTo=/community", ""],
  ["/login/code", "secondStep"],
  ["/login/code?with=recovery", "secondStep"],
  ["/signup", ""],
  ["/forgot", ""],
  ["/reset/{reset-password}", ""],
  ["/reset/used", "", 410],
  ["/prove-email", "reader"],
  ["/prove-email/{prove-email}", ""],
  ["/prove-email/used", "", 410],
  ["/change-email/{change-email}", ""],
  ["/restore-email/{restore-email}", ""],
  ["/dashboard", "reader"],
  ["/dashboard?test=true", ""],
  ["/dashboard?test=true&view=table", ""],
  ["/drafts", "author"],
  ["/notices", "author"],
  ["/notices?unread=true", "applicant"],
  ["/welcome?redirectTo=/community", "author"],
  ["/following", "author"],
  ["/following", "reader"],
  ["/following?show=person", "author"],
  ["/following?show=asset", "author"],
  ["/following?show=thread", "author"],
  ["/saved", "author"],
  ["/saved?q=nothing+has+this", "reader"],
  ["/flags", "author"],
  ["/flag/article/{article}", "author"],
  ["/flag/article/{article}", "reader"],
  ["/illegal-content", ""],
  ["/illegal-content?sent=1", ""],
  ["/moderation/log", ""],
  ["/moderation/decide/article/{article}", "administrator"],
  ["/moderation/decisions", "author"],
  ["/moderation/decided?by={administrator}", "administrator"],
  ["/moderation/decisions/{decision}", "author"],
  ["/moderation/decisions/{decision}", "administrator"],
  [`/moderation/log/${new Date().getUTCFullYear()}`, ""],
  ["/invitations", "author"],
  ["/settings", "author"],
  ["/settings/sign-in", "reader"],
  ["/settings/second-factor", "reader"],
  ["/settings/sessions", "reader"],
  ["/settings/notifications", "reader"],
  ["/settings/notifications", "stopped"],
  ["/unsubscribe/{unsubscribe}.digest", ""],
  ["/unsubscribe/used", ""],
  ["/settings/people", "author"],
  ["/settings/people", "reader"],
  ["/settings/data", "reader"],
  ["/settings/data", "leaver"],
  ["/moderation", "moderator"],
  ["/moderation?kind=comment&only=warned&reason=", "moderator"],
  ["/moderation", "reader", 403],
  ["/moderation/appeals", "moderator"],
  ["/moderation/hidden", "moderator"],
  ["/moderation/decided", "moderator"],
  ["/moderation/domains", "moderator"],
  ["/moderation/people/{name}/invitations", "moderator"],
  ["/admin", "administrator"],
  ["/admin/settings", "administrator"],
  ["/admin/settings/logo", "administrator"],
  ["/admin/texts", "administrator"],
  ["/admin/texts/rules", "administrator"],
  ["/admin/texts/rules/file", "administrator"],
  ["/admin/jobs", "administrator"],
  ["/admin/events", "administrator"],
  ["/admin", "reader", 403],
  ["/admin/people", "administrator"],
  ["/admin/people?show=suspended", "administrator"],
  ["/admin/people/{person}", "administrator"],
];

describe("every look is accessible for", () => {
  test.each(screens)("%s %s", async (path, who, status) => {
    await show(path, who && cookies[who], status);
    await stage.setViewportSize(looks["small and light"].viewport);
    await expectNoSidewaysScroll(stage);
    // The frame of these is judged in every look.
    const isOfFrame = ["/", "/nowhere"].includes(path);
    await removeRepetition(isOfFrame ? path : who);
    await expectAccessibleLooks(stage, isOfFrame ? everyLook : undefined);
  });

  test.each<[string, string, Who?]>([
    ["/signup", "Create account"],
    ["/login", "Sign In"],
    ["/illegal-content", "Send the report"],
    ["/community/new", "Post Article", "reader"],
    ["/macro?review=new", "Submit Review", "reader"],
    ["/partner", "Send Application", "reader"],
    ["/settings/sign-in", "Change the password", "reader"],
    ["/settings/sessions", "Create the token", "reader"],
    ["/comment/{comment}/edit", "Save changes", "author"],
  ])("the messages of the form on %s", async (path, button, who) => {
    const cookie = who && cookies[who];
    await show(path, cookie);
    await showMessages(path, button, cookie);
    await removeRepetition(who);
    await expectAccessibleLooks(stage);
  });

  test("the dialog, in both modes and with an error", async () => {
    const page = await open("/community");
    expectPageError(page, /status of 401/);
    await waitForHydration(page);
    await banner(page).getByRole("link", { name: "Sign In" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("nobody@example.org");
    await dialog.getByLabel("Password").fill("wrong horse 2?");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByRole("alert").waitFor();
    await expectAccessibleLooks(page);
    await dialog.getByRole("link", { name: "Sign up" }).click();
    await dialog.getByLabel("Confirm password").waitFor();
    await expectAccessibleLooks(page);
  });

  test("a toast", async () => {
    const page = await open("/article/{top}");
    expectPageError(page, /status of 401/);
    await waitForHydration(page);
    await page.getByRole("button", { name: /^Upvote/ }).click();
    const toast = alert(page, "Please log in");
    await toast.getByRole("button", { name: "Dismiss" }).focus(); // so that it stays
    await expectAccessibleLooks(page);
    expect(await toast.isVisible()).toBe(true);
  });

  test("the menu of a small screen", async () => {
    await show("/research");
    await stage.setViewportSize(looks["small and light"].viewport);
    await stage.locator("header summary").click();
    await expectAccessibleLooks(stage, ["small and light", "small and dark"]);
    expect(await stage.locator("header details").getAttribute("open")).toBe("");
  });

  test("each state of an export, of which one that is being made is polled", async () => {
    const { viewer, cookie } = await addSignedIn();
    await addExport(
      { userId: viewer.id, origin: site().origin, expiresAt: addDays(new Date(), 7) },
      new Date(),
    );
    const change = (fields: object) =>
      mongoose.connection
        .collection("exports")
        .updateOne({ user: new Types.ObjectId(viewer.id) }, { $set: fields });
    const expectAccessibleState = async (text: string) => {
      await show("/settings/data", cookie);
      await main(stage).getByText(text).waitFor();
      await expectAccessibleLooks(stage);
    };
    await change({ dueAt: addDays(new Date(), 1) });
    await expectAccessibleState("Your copy is being made.");
    const page = await openAt(`${site().origin}/settings/data`, { ...looks.light, cookie });
    await main(page).getByText("Your copy is being made.").waitFor();
    await change({ state: "failed" });
    await main(page).getByText("Your copy could not be made.").waitFor();
    await expectAccessibleState("Your copy could not be made.");
    await change({ state: "ready", readyAt: addDays(new Date(), -2), size: 3_400_000 });
    await expectAccessibleState("Download (3.4 MB)");
  });
});

test.each(["/api", "/api-docs/articles"])("the API's page %s is accessible", async (path) => {
  await show(path);
  await stage.setViewportSize(looks["small and light"].viewport);
  await expectNoSidewaysScroll(stage);
  const ids = await stage.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const links = stage.locator('main a[href^="#"]');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target?.slice(1));
  await stage.locator("main article").evaluateAll((all) => {
    for (const [index, article] of all.entries()) if (index % 6 > 0) article.remove();
  });
  await removeRepetition();
  await expectAccessibleLooks(stage);
});

test("the table has every page", () => {
  const paths = screens.map(([path]) => new URL(path, "http://site").pathname);
  const isElsewhere = (pattern: string) =>
    ["/", "/*", "/api", "/api-docs/:tag", "/dev/outbox"].includes(pattern) ||
    // Other addresses of pages in the table, and the other hubs, whose pages are those of bonds.
    /^.(research-hub|assetallocation|category.(?!:)|(asset-allocation|tokenomics|macro|stocks|book-nook)\b)/.test(
      pattern,
    );
  const missing = pagePatterns().filter((pattern) => {
    const parts = pattern.replace(/\/:\w+\?$/, "(/[^/]+)?").replace(/:\w+/g, "[^/]+");
    return !isElsewhere(pattern) && !paths.some((path) => new RegExp(`^${parts}$`).test(path));
  });
  expect(missing).toEqual([]);
});
