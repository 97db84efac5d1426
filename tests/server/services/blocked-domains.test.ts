import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { setRole } from "~/models/user-role.server";
import { postArticle } from "~/services/articles/articles.server";
import {
  blockDomain,
  describeWarning,
  readBlockedDomains,
  unblockDomain,
  type Warned,
} from "~/services/articles/blocked-domains.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { editComment } from "~/services/articles/edit-comment.server";
import { editReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { changeProfile } from "~/services/accounts/profile.server";
import type { ServiceError } from "~/services/errors";
import { readQueue } from "~/services/moderation/queue.server";
import { useDatabase } from "../../setup/database";
import { kindOf } from "../../setup/outcomes";
import { addArticle, addUser, someArticle, someReview } from "../../setup/people";

useDatabase();

let moderator: Viewer;
let author: Viewer;
beforeEach(async () => {
  const user = await addUser();
  await setRole(user.id, "moderator");
  moderator = { ...user, role: "moderator" };
  author = await addUser();
});

const SPAM = { effect: "block", reason: "spam" } as const;
const fieldErrorsOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error as ServiceError).details.fieldErrors,
  );

test("a blocked domain is refused wherever it stands, with the field and the reason", async () => {
  await blockDomain(moderator, { domain: "example.net", ...SPAM });
  const article = await addArticle({ author });
  const comment = await commentOnArticle(author, article.id, { content: "Well." });
  const review = await addReview(author, someReview());
  const message = ["example.net is blocked, as a link and by its name: spam or advertising"];
  const profile = { isHiddenFromSearch: false };
  const link = "https://shop.example.net/x";
  const attempts: [string, () => Promise<unknown>][] = [
    ["url", () => postArticle(author, someArticle({ url: link }))],
    ["summary", () => postArticle(author, someArticle({ summary: `See ${link}` }))],
    ["content", () => postArticle(author, someArticle({ content: `[here](${link})` }))],
    ["content", () => editArticle(author, article.id, { content: `![](${link})` })],
    ["content", () => commentOnArticle(author, article.id, { content: link })],
    ["content", () => editComment(author, comment.id, { content: link })],
    ["url", () => addReview(author, someReview({ url: link }))],
    ["review", () => editReview(author, review.id, { review: link })],
    ["title", () => postArticle(author, someArticle({ title: "Example.net is best" }))],
    ["content", () => postArticle(author, someArticle({ content: "See (shop.EXAMPLE.net)." }))],
    ["content", () => commentOnArticle(author, article.id, { content: "Try example.net!" })],
    ["author", () => addReview(author, someReview({ author: "Example.net" }))],
    ["link", () => changeProfile(author, { ...profile, link })],
    ["about", () => changeProfile(author, { ...profile, about: "I run example.net" })],
  ];
  for (const [field, attempt] of attempts) {
    expect(await fieldErrorsOf(attempt())).toEqual({ [field]: message });
  }
  await unblockDomain(moderator, "example.net");
  expect(await kindOf(commentOnArticle(author, article.id, { content: link }))).not.toBe("invalid");
});

test("a text or profile with a domain that moderators warn of is stored and queued, and its author is told", async () => {
  await blockDomain(moderator, {
    domain: "example.net",
    effect: "warn",
    reason: "other",
    words: "Often paid for",
  });
  const { id } = await addArticle();
  const link = "https://example.net";
  const other = await commentOnArticle(author, id, { content: "https://example.org" });
  expect(other).not.toHaveProperty("warnedOf");
  const stored: [string, Warned][] = [
    [author.id, await changeProfile(author, { link, isHiddenFromSearch: false })],
  ];
  for (const text of [
    await commentOnArticle(author, id, { content: link }),
    await editComment(author, other.id, { content: "Well, example.net" }),
    await postArticle(author, someArticle({ url: link })),
    await editArticle(author, (await addArticle({ author })).id, { content: link }),
    await addReview(author, someReview({ url: link })),
  ]) {
    stored.push([text.id, text]);
  }
  expect(stored.map(([, { warnedOf }]) => warnedOf)).toEqual(stored.map(() => "example.net"));
  const { items } = await readQueue(moderator, {
    ...{ filter: { only: "warned" }, after: null, limit: 20 },
  });
  expect(items.map(({ target, warnedOf }) => [target.id, warnedOf]).sort()).toEqual(
    stored.map(([textId]) => [textId, "example.net"]).sort(),
  );
  expect(await describeWarning("example.net")).toContain("warn of example.net (Often paid for)");
  expect(await describeWarning("example.org")).toBeNull();
});

test("only moderators see and change the domains", async () => {
  await blockDomain(moderator, { domain: "https://example.net/x", ...SPAM });
  await blockDomain(moderator, { domain: "EXAMPLE.net", ...SPAM, words: "A farm" });
  for (const viewer of [author, null]) {
    const expected = viewer ? "forbidden" : "unauthenticated";
    expect(await kindOf(readBlockedDomains(viewer))).toBe(expected);
    expect(await kindOf(blockDomain(viewer, { domain: "a.example", ...SPAM }))).toBe(expected);
    expect(await kindOf(unblockDomain(viewer, "example.net"))).toBe(expected);
  }
  expect(await kindOf(unblockDomain(moderator, "other.example"))).toBe("notFound");
  expect(await fieldErrorsOf(blockDomain(moderator, { domain: "net", ...SPAM }))).toHaveProperty(
    "domain",
  );
  expect(await readBlockedDomains(moderator)).toMatchObject([
    { domain: "example.net", words: "A farm", moderatorName: moderator.name },
  ]);
});
