/** What a block hides on pages, and the buttons that block and unblock, by native forms. */
import { beforeEach, describe, expect, test } from "vitest";
import { onArticle } from "~/domain/threads";
import { loader as rootLoader } from "~/root";
import * as articlePage from "~/routes/article/layout";
import * as community from "~/routes/community/route";
import * as hub from "~/routes/hubs/reviews";
import * as personPage from "~/routes/people/person";
import SettingsPage, { action, loader } from "~/routes/settings/people";
import { CommentList } from "~/components/comments/comment-list";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { blockPerson } from "~/services/blocks/blocks.server";
import { listedComments } from "~/utils/discussion.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();

let mara: SignedIn;
let ida: SignedIn;
let article: string;
beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  ida = await addSignedIn({ name: "Ida" });
  article = (await addArticle({ author: ida.viewer, title: "Rates", content: "A long text" })).id;
});

const FOLD = "From somebody you blocked";

describe("what somebody wrote whom the viewer has blocked is folded away", () => {
  test("in lists and on its own pages, for the viewer only", async () => {
    await addReview(ida.viewer, someReview({ title: "A book", category: "rates" }));
    const pages = [
      ["/community", community, {}],
      [`/article/${article}`, articlePage, { id: article }],
      ["/bonds", hub, {}],
      ["/people/Ida", personPage, { name: "Ida" }],
    ] as const;
    for (const [path, { loader: read, default: Page }, params] of pages) {
      const data = await load(read as typeof community.loader, path, {
        cookie: mara.cookie,
        params,
      });
      const { viewer } = mara;
      const folded = render(Page, data, { path, viewer, blocked: ["Ida"] });
      expect(wordsOf(folded), path).toContain(FOLD);
      expect(render(Page, data, { path, viewer, blocked: ["Otto"] }), path).not.toContain(FOLD);
    }
  });

  test("in threads, where the answers of others are not", async () => {
    const { id: parentId } = await commentOnArticle(ida.viewer, article, { content: "First" });
    await commentOnArticle(mara.viewer, article, { content: "Second", parentId });
    const { items } = await readComments(onArticle(article), { after: null, limit: 9 });
    const List = () => <CommentList comments={listedComments(items)} path="/" />;
    const markup = render(List, null, { viewer: mara.viewer, blocked: ["Ida"] });
    expect(markup.split(FOLD)).toHaveLength(2);
    expect(/<details><summary[^]*?<\/details>/.exec(markup)?.[0]).toMatch(/First(?![^]*Second)/);
  });

  test("as the frame of each page says, to nobody else", async () => {
    const blockedOf = async (cookie = "") =>
      ((await load(rootLoader, "/", { cookie })) as { blocked?: string[] }).blocked;
    expect(await blockedOf(mara.cookie)).toBeUndefined();
    await blockPerson(mara.viewer, "Ida");
    expect(await blockedOf(mara.cookie)).toEqual(["Ida"]);
    expect(await blockedOf(ida.cookie)).toBeUndefined();
    expect(await blockedOf()).toBeUndefined();
  });
});

describe("the buttons", () => {
  const post = (intent: string, { cookie = mara.cookie, name = "Ida" } = {}) =>
    ask(action, "/settings/people", {
      cookie,
      body: new URLSearchParams({ intent, name, redirectTo: "/people/Ida" }),
    });
  const settings = async () => {
    const data = await load(loader, "/settings/people", { cookie: mara.cookie });
    return wordsOf(render(SettingsPage, data, { viewer: mara.viewer, blocked: ["Ida"] }));
  };

  test("block and unblock, and lead back to the page that they are on", async () => {
    expect((await post("block")).location).toBe("/people/Ida");
    expect(await settings()).toContain("Unblock Ida");
    expect((await post("unblock")).location).toBe("/people/Ida");
    expect(await settings()).toContain("You have blocked nobody.");
  });

  test("are on the page of a person, but not on one's own, nor for visitors", async () => {
    const page = async (name: string, viewer: SignedIn | null = mara) => {
      const asked = { cookie: viewer?.cookie ?? "", params: { name } };
      const data = await load(personPage.loader, `/people/${name}`, asked);
      return wordsOf(render(personPage.default, data, { viewer: viewer?.viewer ?? null }));
    };
    expect(await page("Ida")).toContain("Block Ida");
    expect(await page("Mara")).not.toContain("Block");
    expect(await page("Ida", null)).not.toContain("Block");
  });

  test("show an error above the list", async () => {
    const { status, data } = await post("block", { name: "Mara" });
    expect(status).toBe(403);
    const markup = render(SettingsPage, { blocked: [] }, { viewer: mara.viewer, posted: data });
    expect(wordsOf(markup)).toContain("You cannot block yourself.");
  });
});
