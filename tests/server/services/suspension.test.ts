/** What a suspended account cannot do and what it still can. */
import { addDays } from "date-fns/addDays";
import { beforeEach, describe, expect, test } from "vitest";
import { Types } from "mongoose";
import type { Viewer } from "~/domain/viewer";
import { findUser } from "~/models/user.server";
import { setSuspension } from "~/models/user-role.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { editReview, putReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { addDraft } from "~/services/drafts/drafts.server";
import { follow } from "~/services/following/following.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { collection, useDatabase } from "../../setup/database";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addArticle, addUser, someArticle, someReview, upvoteArticle } from "../../setup/people";

useDatabase();

const noFields = { title: "", summary: "", url: "", category: "", content: "", disclosure: "" };
const someDraft = {
  form: "article" as const,
  hub: null,
  fields: {
    ...noFields,
    disclosureNote: "",
    imageUrl: "",
    author: "",
    rating: "",
    review: "Later",
  },
};
const noProfile = { isHiddenFromSearch: false };
/** Where the acts would store something. */
const STORED = [
  "articles",
  "comments",
  "reviews",
  "revisions",
  "upvotes",
  "applications",
  "recommendations",
];
const counts = () => Promise.all(STORED.map((name) => collection(name).countDocuments()));

let viewer: Viewer;
let own: { article: string; comment: string; review: string };
let other: string;

/** Has a moderator suspend somebody. @returns the account as it is then */
async function suspend({ id }: Viewer, until: Date | null = addDays(new Date(), 3)) {
  await setSuspension(id, { until, decisionId: new Types.ObjectId().toHexString() });
  return (await findUser(id))!;
}

beforeEach(async () => {
  const author = await addUser({ isMember: true });
  other = (await addArticle()).id;
  const article = await addArticle({ author });
  const comment = await commentOnArticle(author, other, { content: "Before." });
  const review = await addReview(author, someReview({ url: "https://example.org/reviewed" }));
  await upvoteArticle(author, other);
  own = { article: article.id, comment: comment.id, review: review.id };
  viewer = await suspend(author);
});

describe("somebody who is suspended", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["post", () => postArticle(viewer, someArticle())],
    ["comment", () => commentOnArticle(viewer, other, { content: "More." })],
    ["review", () => addReview(viewer, someReview())],
    ["edit an article", () => editArticle(viewer, own.article, { title: "Other" })],
    ["edit a comment", () => editComment(viewer, own.comment, { content: "Other." })],
    ["edit a review", () => editReview(viewer, own.review, { review: "Other." })],
    [
      "replace a review",
      () => putReview(viewer, someReview({ url: "https://example.org/reviewed" })),
    ],
    ["upvote an article", () => upvoteArticle(viewer, own.article)],
    ["upvote a comment", () => upvote(viewer, { kind: "comment", id: own.comment })],
    [
      "apply",
      () => applyForMembership({ ...viewer, isMember: false }, { statement: "I want to." }),
    ],
    ["vote", () => voteOnApplication(viewer, other, true)],
    ["publish by momentum", () => momentumEngine.generate(viewer)],
    ["publish by sentiment", () => sentimentEngine.generateOrPreview(viewer)],
    ["say something about themselves", () => changeProfile(viewer, { ...noProfile, about: "Me" })],
  ])("cannot %s", async (_, act) => {
    const before = await counts();
    expect(await messageOf(act())).toMatch(/^Your account is suspended until \d{4}-\d\d-\d\d\./);
    expect(await kindOf(act())).toBe("forbidden");
    expect(await counts()).toEqual(before);
  });

  test("can remove what is theirs and keep to themselves what others do not see", async () => {
    const subject = { kind: "person", id: (await addUser()).name } as const;
    const acts = [
      () => withdrawUpvote(viewer, { kind: "article", id: other }),
      () => removeOwnComment(viewer, own.comment),
      () => removeOwnReview(viewer, own.review),
      () => removeOwnArticle(viewer, own.article),
      () => addDraft(viewer, someDraft),
      () => follow(viewer, subject),
      () => changeProfile(viewer, { ...noProfile, isHiddenFromSearch: true }),
    ];
    for (const act of acts) expect(await messageOf(act())).toBe("done");
  });

  test("may write again once the time has passed, and not before the end of one for good", async () => {
    const ended = await suspend(viewer, new Date(Date.now() - 1));
    expect(await messageOf(postArticle(ended, someArticle()))).toBe("done");
    const forGood = await suspend(viewer, null);
    expect(await messageOf(postArticle(forGood, someArticle()))).toContain("suspended for good");
  });
});
