/** The page of what one has saved, and the buttons that save, by native forms. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Article } from "~/models/article.server";
import * as articlePage from "~/routes/article/layout";
import * as community from "~/routes/community/route";
import * as hub from "~/routes/hubs/reviews";
import SavedPage, { action, loader } from "~/routes/saved/route";
import { save } from "~/services/saved/saved.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();

let mara: SignedIn;
let article: Article;

beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  article = await addArticle({ title: "The term premium" });
});

const post = (fields: Record<string, string>, { cookie = mara.cookie, path = "/saved" } = {}) =>
  ask(action, path, {
    cookie,
    body: new URLSearchParams({ kind: "article", id: article.id, ...fields }),
  });

async function page(path = "/saved", posted: unknown = null): Promise<string> {
  const data = await load(loader, path, { cookie: mara.cookie });
  return render(SavedPage, data, { path, viewer: mara.viewer, posted });
}

describe("the buttons", () => {
  test("say on each page whether it is saved, and are not shown to visitors", async () => {
    await addReview(mara.viewer, someReview({ title: "A book", category: "rates" }));
    await save(mara.viewer, { kind: "article", id: article.id });
    const pages = [
      ["/community?view=cards", community, {}, " Saved (remove): The term premium "],
      [`/article/${article.id}`, articlePage, { id: article.id }, " Saved (remove) "],
      ["/bonds", hub, {}, " Save : A book "],
    ] as const;
    for (const [path, { loader, default: Page }, params, button] of pages) {
      const { cookie, viewer } = mara;
      const data = await load(loader as typeof community.loader, path, { cookie, params });
      expect(wordsOf(render(Page, data, { path, viewer })), path).toContain(button);
      const forVisitors = await load(loader as typeof community.loader, path, { params });
      expect(render(Page, forVisitors, { path }), path).not.toContain("/saved");
    }
  });

  test("of somebody who has been signed out lead back with a message", async () => {
    const { status, location, headers } = await post(
      { intent: "save", redirectTo: "/community" },
      { cookie: "" },
    );
    expect([status, location]).toEqual([302, "/community"]);
    expect(headers.get("Set-Cookie")).toContain("toast");
  });
});

describe("the page", () => {
  test("sends visitors to the sign-in page and back", async () => {
    const { location } = await ask(loader, "/saved?kind=review");
    expect(location).toBe("/login?redirectTo=/saved%3Fkind%3Dreview");
  });

  test("keeps its address when a note is stored, and finds it", async () => {
    await save(mara.viewer, { kind: "article", id: article.id });
    const path = "/saved?kind=article";
    const { location } = await post({ intent: "note", note: "Read\r\nagain" }, { path });
    expect(location).toBe(path);
    const { entries } = await load(loader, "/saved?q=again", { cookie: mara.cookie });
    expect(entries).toMatchObject([{ id: article.id, note: "Read\nagain" }]);
  });

  test("shows a note that was refused again, with the message, even if its entry is not listed", async () => {
    await save(mara.viewer, { kind: "article", id: article.id });
    const note = `${"a".repeat(2001)}!`;
    const { status, data } = await post({ intent: "note", note });
    expect(status).toBe(400);
    for (const path of ["/saved", "/saved?kind=review"]) {
      const markup = await page(path, data);
      expect(markup).toContain(`>${note}</textarea>`);
      expect(markup).toContain("The note must be 2,000 characters or less.");
    }
  });

  test("shows what somebody typed who has been signed out meanwhile", async () => {
    const { status, data } = await post({ intent: "note", note: "Not lost" }, { cookie: "" });
    expect(status).toBe(401);
    const markup = render(
      SavedPage,
      { ...(await load(loader, "/saved", { cookie: mara.cookie })) },
      {
        posted: data,
      },
    );
    expect(markup).toContain(">Not lost</textarea>");
  });

  test.each([
    ["another kind", { intent: "save", kind: "person" }],
    ["nothing", { intent: "save", id: "6790a1f2c3d4e5f60718293a" }],
    ["no intent", {}],
  ])("refuses to save %s", async (_, fields) => {
    expect((await post(fields)).status).toBeGreaterThanOrEqual(400);
    expect((await post(fields)).status).toBeLessThan(500);
  });
});
