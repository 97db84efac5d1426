import { beforeEach, describe, expect, test } from "vitest";
import { onArticle } from "~/domain/threads";
import FollowingPage, { action, loader } from "~/routes/following/route";
import { loader as feedLoader } from "~/routes/following/feed";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { commentOn } from "~/services/articles/comments.server";
import { removeArticle, removeComment } from "~/services/articles/removal.server";
import { follow } from "~/services/following/following.server";
import { followedThreads } from "~/utils/follow-states.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";
import { ask, render, wordsOf } from "../../setup/routes";

useDatabase();

let ida: SignedIn;
let mara: SignedIn;
beforeEach(async () => {
  [ida, mara] = [await addSignedIn({ name: "Ida" }), await addSignedIn({ name: "Mara" })];
});

const post = (fields: Record<string, string>, { cookie }: { cookie?: string } = ida) =>
  ask(action, "/following", { cookie, body: new URLSearchParams(fields) });

describe("a button to follow", () => {
  const fields = { intent: "follow", kind: "person", id: "Mara", redirectTo: "/people/Mara" };

  test("leads back to its page, which then offers to stop", async () => {
    expect((await post(fields)).location).toBe("/people/Mara");
    expect(await collection("followings").countDocuments()).toBe(1);
    expect((await post({ ...fields, intent: "unfollow" })).location).toBe("/people/Mara");
    expect(await collection("followings").countDocuments()).toBe(0);
  });

  test("of a visitor does nothing, and leads nowhere else", async () => {
    const { location, status } = await post(fields, {});
    expect(status).toBe(302);
    expect(location).toBe("/people/Mara");
    expect((await post({ ...fields, redirectTo: "https://evil.example" })).location).not.toMatch(
      /evil/,
    );
    expect(await collection("followings").countDocuments()).toBe(1);
  });

  test("says why it failed", async () => {
    const { status, data } = await post({ ...fields, id: "Nobody" });
    expect(status).toBe(404);
    expect(data).toMatchObject({ formError: { message: "Person not found" } });
    expect((await post({ ...fields, kind: "none" })).status).toBe(400);
  });
});

test("the page has the river, and lists of what is followed", async () => {
  const article = await addArticle({ author: mara.viewer, title: "On rates", summary: "Low." });
  await commentOn(mara.viewer, onArticle(article.id), { content: "Or high." });
  await follow(ida.viewer, { kind: "person", id: "Mara" });
  const page = async (search = "") => {
    const { data } = await ask(loader, `/following${search}`, ida);
    const markup = render(FollowingPage, data, { path: `/following${search}`, ...ida });
    return wordsOf(markup);
  };
  const river = await page();
  expect(river).toMatch(/Comment .*On On rates.* Or high\. by Mara .*On rates.* Low\. by Mara/);
  expect(await page("?show=person")).toMatch(/Mara since .* Unfollow/);
  expect(await page("?show=hub")).toContain("You follow no hub yet");
  expect(await page("?show=asset")).toContain("Bitcoin (BTC)");
  expect(await page("?show=none&after=x")).toBe(river);
  expect((await ask(loader, "/following")).location).toBe("/login?redirectTo=/following");
});

describe("the feed", () => {
  const feed = async (secret: string, headers = {}) =>
    ask(feedLoader, `/following/${secret}/feed.atom`, { params: { secret }, headers });
  const renew = async () =>
    ((await post({ intent: "renewFeed" })).data as { secret: string }).secret;

  test("is read under a secret address, of which only a hash is stored, until it is renewed", async () => {
    await follow(ida.viewer, { kind: "person", id: "Mara" });
    await addArticle({ author: mara.viewer, title: "On rates" });
    const secret = await renew();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await collection("users").find().toArray())).not.toContain(secret);
    const { status, headers } = await feed(secret);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    const unchanged = await feed(secret, { "If-None-Match": headers.get("ETag")! });
    expect(unchanged.status).toBe(304);
    const args = { params: { secret } };
    const response = await (feedLoader as (args: unknown) => Promise<Response>)({
      ...args,
      request: new Request(`https://site.example/following/${secret}/feed.atom`),
      context: {},
    });
    const body = await response.text();
    expect(body).toContain("On rates");
    expect(body).toContain(`https://site.example/following/${secret}/feed.atom`);
    const next = await renew();
    expect((await feed(secret)).status).toBe(404);
    expect((await feed(next)).status).toBe(200);
    await post({ intent: "endFeed" });
    expect((await feed(next)).status).toBe(404);
  });

  test("of a wrong address, of a visitor or of a deleted account is none", async () => {
    expect((await post({ intent: "renewFeed" }, {})).status).toBe(401);
    const secret = await renew();
    await deleteAccount(ida.viewer.email);
    for (const wrong of [secret, "x", "A".repeat(43), ""]) {
      expect((await feed(wrong)).status).toBe(404);
    }
  });
});

test("a thread is followed by writing in it, and its followers go with it", async () => {
  const article = await addArticle({ author: mara.viewer });
  const on = onArticle(article.id);
  const first = await commentOn(mara.viewer, on, { content: "One" });
  const answer = await commentOn(ida.viewer, on, { content: "Two", parentId: first.id });
  const other = await commentOn(mara.viewer, on, { content: "Three" });
  await follow(ida.viewer, { kind: "thread", id: other.id });
  const shown = [first, answer, other].map(({ id, ancestorIds }) => ({
    ...{ id, depth: ancestorIds.length },
  }));
  const state = () => followedThreads(ida.viewer, on, shown);
  expect(await state()).toEqual({ [first.id]: "writing", [other.id]: "asked" });
  await removeComment(other.id);
  expect(await state()).toEqual({ [first.id]: "writing" });
  await removeArticle(article.id);
  expect(await collection("followings").countDocuments()).toBe(0);
});
