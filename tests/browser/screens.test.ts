/** axe looks at every screen: wide in the light colour scheme and small in the dark one, with everything open. */
import { addDays } from "date-fns/addDays";
import mongoose, { Types } from "mongoose";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addExport } from "~/models/export.server";
import {
  everyLook,
  expectAccessibleLooks,
  expectNoSidewaysScroll,
  looks,
} from "../setup/accessibility";
import { expectPageError, openAt, openPage, waitForHydration } from "../setup/browser";
import { pagePatterns } from "../setup/build";
import { alert, banner, main } from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { addScreenContent, NAME, type Who } from "../setup/screen-content";
import { useSharedSite, useSiteDatabase } from "../setup/site";
import { useStage } from "../setup/stage";

const site = useSharedSite("demo");
useSiteDatabase(site);

const { stage, show, submit } = useStage(site);
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

/** Shows a screen as somebody sees it, or a visitor. */
const showTo = (who: Who | "" | undefined, path: string, asked?: Parameters<typeof show>[1]) =>
  show(pathOf(path), { cookie: who && cookies[who], isUnfolded: true, ...asked });

/** The frames that axe has judged: header and footer are the same on each screen of a person, but for the current link. */
const framesSeen = new Set<string>();

/**
 * Removes what axe has judged or judges alike: all but two of the rows and list items that differ only in their texts,
 * a frame that has been judged, except for its current link, and the shapes of drawings, which it does not look at.
 */
async function removeRepetition(frame = ""): Promise<void> {
  await stage().evaluate((hasSeenFrame) => {
    const isCurrent = (element: Element) =>
      element.closest("[aria-current]") ?? element.querySelector("[aria-current]");
    for (const part of hasSeenFrame ? document.querySelectorAll(":is(header, footer) *") : []) {
      if (!part.closest("main") && !isCurrent(part)) part.remove();
    }
    for (const shape of document.querySelectorAll("svg :is(path, rect, line, circle, use)")) {
      shape.remove();
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
    const page = await showTo(who, path, { status });
    await page.setViewportSize(looks["small and light"].viewport);
    await expectNoSidewaysScroll(page);
    // The frame of these is judged in every look.
    const isOfFrame = ["/", "/nowhere"].includes(path);
    await removeRepetition(isOfFrame ? path : who);
    await expectAccessibleLooks(page, isOfFrame ? everyLook : undefined);
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
    await showTo(who, path);
    const typed: Record<string, string> = path.startsWith("/comment/") ? { content: "" } : {};
    const asked = { cookie: who && cookies[who], status: 400, isUnfolded: true };
    const page = await submit(button, typed, asked);
    await main(page).locator("[aria-invalid=true]").first().waitFor();
    await removeRepetition(who);
    await expectAccessibleLooks(page);
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
    const page = await show("/research");
    await page.setViewportSize(looks["small and light"].viewport);
    await page.locator("header summary").click();
    await expectAccessibleLooks(page, ["small and light", "small and dark"]);
    expect(await page.locator("header details").getAttribute("open")).toBe("");
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
      const page = await show("/settings/data", { cookie, isUnfolded: true });
      await main(page).getByText(text).waitFor();
      await removeRepetition("reader");
      await expectAccessibleLooks(page);
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
  const page = await show(path, { isUnfolded: true });
  await page.setViewportSize(looks["small and light"].viewport);
  await expectNoSidewaysScroll(page);
  const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const links = page.locator('main a[href^="#"]');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target?.slice(1));
  await page.locator("main article").evaluateAll((all) => {
    for (const [index, article] of all.entries()) if (index % 6 > 0) article.remove();
  });
  await removeRepetition();
  await expectAccessibleLooks(page);
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
