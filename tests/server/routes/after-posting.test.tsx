/** Where one lands after posting, after signing up, and what the toast links to. */
import { expect, test } from "vitest";
import { action as signUp } from "~/routes/accounts/account";
import Welcome, { loader as welcome } from "~/routes/accounts/welcome";
import { action as article } from "~/routes/article/layout";
import { action as community } from "~/routes/community/route";
import { action as hub } from "~/routes/hubs/reviews";
import { action as reviewPage } from "~/routes/hubs/review";
import { markEmailProven } from "~/services/accounts/email.server";
import { signIn } from "~/services/accounts/accounts.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { action as editArticlePage } from "~/routes/editing/article";
import { action as editCommentPage } from "~/routes/editing/comment";
import { action as editReviewPage } from "~/routes/editing/review";
import { action as profile } from "~/routes/settings/profile";
import { addReview } from "~/services/articles/reviews.server";
import { blockDomain } from "~/services/articles/blocked-domains.server";
import { takeToast } from "~/utils/toasts/toast.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser, HERE, PASSWORD, someReview } from "../../setup/people";
import { ask, load, render, wordsOf, type Handler as Action } from "../../setup/routes";

useDatabase();

/** Posts a form as a browser without scripts does. @returns where it leads, and the toast there */
async function send(action: Action, path: string, fields: object, cookie: string, params = {}) {
  const body = new URLSearchParams({ redirectTo: path, ...fields });
  const { location, headers } = await ask(action, path, { body, cookie, params });
  const Cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { toast } = await takeToast(new Request("http://localhost/", { headers: { Cookie } }));
  return { location, toast };
}

/** @returns where a form leads, and what the toast there links to */
async function land(...form: Parameters<typeof send>) {
  const { location, toast } = await send(...form);
  return { location, link: toast?.to };
}

const ID = "[0-9a-f]{24}";
const work = { title: "A work", summary: "What it says.", url: "https://example.org/work" };

test("a new article is at its place in the list, and one that was posted again on its page", async () => {
  const { viewer, cookie } = await addSignedIn();
  const send = () => land(community, "/community", { intent: "post", ...work }, cookie);
  const { location, link = "" } = await send();
  expect(link).toMatch(new RegExp(`^/article/${ID}$`));
  const id = link.split("/").at(-1)!;
  expect(location).toBe(`/community#article-${id}`);
  await commentOnArticle(await addUser(), id, { content: "So it does." });
  await removeOwnArticle(viewer, id);
  expect(await send()).toEqual({ location: link, link });
});

test("a new review is at its place in the hub, and elsewhere on its page", async () => {
  const { cookie } = await addSignedIn();
  const review = { intent: "review", ...someReview({ category: "rates" }) };
  const { location, link = "" } = await land(hub, "/bonds?review=new", review, cookie);
  expect(link).toMatch(new RegExp(`^/bonds/reviews/${ID}$`));
  const id = link.split("/").at(-1)!;
  expect(location).toBe(`/bonds#review-${id}`);
  const replaced = await land(hub, "/bonds", { ...review, replace: "yes" }, cookie);
  expect(replaced).toEqual({ location: link, link });
  const { cookie: other } = await addSignedIn();
  const beside = await land(reviewPage, link, review, other, { review: id });
  expect(beside.location).toBe(beside.link);
  expect(beside.link).not.toBe(link);
});

test("signing up leads to the next steps, which know where one was and what is done", async () => {
  const target = "/article/1?comment=2#comments";
  const path = `/signup?${new URLSearchParams({ redirectTo: target })}`;
  const account = { email: "nell@example.org", name: "Nell", password: PASSWORD };
  const body = new URLSearchParams({ ...account, confirmPassword: PASSWORD });
  const { location, headers } = await ask(signUp, path, { body });
  const next = `/welcome?${new URLSearchParams({ redirectTo: target })}`;
  expect(location).toBe(next);
  const cookie = headers.getSetCookie()[0]!.split(";")[0]!;

  const page = async () => render(Welcome, await load(welcome, next, { cookie }), { path: next });
  const done = async () => (await page()).split(/>Done</).length - 1;
  const html = await page();
  expect(wordsOf(html)).toContain(`We have sent a mail to ${account.email}`);
  for (const href of ["/prove-email", "/settings", "/research", "/community", target])
    expect(html).toContain(`href="${href}"`);
  expect(await done()).toBe(0);
  const viewer = (await signIn(account, HERE)).viewer;
  await markEmailProven(viewer.id, account.email);
  expect(await done()).toBe(1);
  await changeProfile(viewer, { about: "I read.", isHiddenFromSearch: false });
  expect(await done()).toBe(2);
  await commentOnArticle(viewer, (await addArticle()).id, { content: "So it is." });
  expect(await done()).toBe(3);
  expect(wordsOf(await page())).not.toContain("We have sent");
});

test("a script that signs up is told the same next page, and gets its token", async () => {
  const body = new URLSearchParams({
    email: "ned@example.org",
    name: "Ned",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    answer: "token",
  });
  const { data } = await ask(signUp, "/signup?redirectTo=/macro", { body });
  expect(data).toMatchObject({ next: "/welcome?redirectTo=%2Fmacro", token: expect.any(String) });
});

test("a comment is at its place, on the page of an article as on that of a review", async () => {
  const { viewer, cookie } = await addSignedIn();
  const { id } = await addArticle();
  const comment = { intent: "comment", content: "So it is." };
  const path = `/article/${id}`;
  const onArticle = await land(article, path, comment, cookie, { id });
  expect(onArticle.location).toMatch(new RegExp(`^${path}\\?comment=(${ID})#comment-\\1$`));
  expect(onArticle.link).toBe(onArticle.location);
  const review = await addReview(viewer, someReview({ category: "rates" }));
  const reviewed = `/bonds/reviews/${review.id}`;
  const onReview = await land(reviewPage, reviewed, comment, cookie, { review: review.id });
  expect(onReview.location).toMatch(new RegExp(`^/comment/${ID}$`));
  expect(onReview.link).toBe(onReview.location);
});

test("each form that stores a domain of which moderators warn tells its author so", async () => {
  const { viewer, cookie } = await addSignedIn();
  await blockDomain(
    { ...viewer, role: "moderator" },
    { domain: "odd.example", effect: "warn", reason: "spam", words: "Often paid for" },
  );
  const { id } = await addArticle({ author: viewer });
  const comment = await commentOnArticle(viewer, id, { content: "A" });
  const review = await addReview(viewer, someReview({ category: "rates" }));
  const content = "See odd.example";
  const edited = { intent: "edit", version: "1" };
  const { title, author, rating, category } = someReview({ category: "rates" });
  const reviewed = { title, author, rating: String(rating), category, review: content };
  const forms: [Action, string, Record<string, string>, object][] = [
    [community, "/community", { intent: "post", ...work, content }, {}],
    [article, `/article/${id}`, { intent: "comment", content }, { id }],
    [hub, "/bonds", { intent: "review", ...reviewed, url: work.url }, {}],
    [
      reviewPage,
      `/bonds/reviews/${review.id}`,
      { intent: "comment", content },
      { review: review.id },
    ],
    [
      editArticlePage,
      `/article/${id}/edit`,
      { ...edited, ...work, url: `${work.url}/2`, content },
      { id },
    ],
    [editCommentPage, `/comment/${comment.id}/edit`, { ...edited, content }, { id: comment.id }],
    [
      editReviewPage,
      `/bonds/reviews/${review.id}/edit`,
      { ...edited, ...reviewed, url: review.url! },
      { review: review.id },
    ],
    [profile, "/settings", { intent: "changeProfile", about: content }, {}],
  ];
  for (const [action, path, fields, params] of forms) {
    const { toast } = await send(action, path, fields, cookie, params);
    expect(toast?.description, path).toContain("Moderators warn of odd.example (Often paid for)");
  }
  const body = new URLSearchParams({ intent: "comment", content, answer: "data" });
  const { data } = await ask(article, `/article/${id}`, { body, cookie, params: { id } });
  expect(data).toMatchObject({ toast: { description: expect.stringContaining("odd.example") } });
});
