/**
 * The contents of a copy of a user's data. `data.schema.json` in the copy is generated from this
 * schema. The features have a reader for every list (`exported` in `feature.server.ts`).
 */
import { articleTextFields, type ArticleTextField } from "~/domain/article-fields";
import { z } from "zod";
import { draftForms } from "~/domain/drafts";
import { editableKinds } from "~/domain/editing";
import { followedKinds } from "~/domain/following";
import { noticeKindNames } from "~/domain/notices";
import { savedKinds } from "~/domain/saved";
import { tokenScopes } from "~/domain/token-scopes";
import { account } from "./export-account";
import { count, id, list, optional, optionalTime, text, time, yes } from "./export-fields";
import { moderationLists } from "./export-moderation";

/** The version of the format. Increment it when a field is renamed or removed, not when one is added. */
export const EXPORT_FORMAT = 1;

const articleTexts = Object.fromEntries(
  articleTextFields.map((name) => [name, text(`The ${name} of the article.`)]),
) as Record<ArticleTextField, ReturnType<typeof text>>;

/** The lists in a copy of a user's data. */
export const exportLists = {
  articles: list("Your articles, newest first.", {
    id: id("article"),
    ...articleTexts,
    url: text("The link that the article is about."),
    imageUrl: optional("The URL of the article's image."),
    category: text("The slug of the article's category."),
    content: text("The text of the article, as Markdown."),
    disclosure: optional("Whether you said that you hold what you wrote about."),
    disclosureNote: optional("What you said about it in your own words."),
    createdAt: time("When the article was posted"),
    editedAt: optionalTime("When you last made an edit that kept the previous version"),
    repostedAt: optionalTime("When you last posted the article again after removing it"),
    views: count("The number of views of the article."),
    upvotes: count("The number of upvotes of the article."),
    commentCount: count("The number of comments on the article."),
  }),
  reviews: list("Your reviews, newest first.", {
    id: id("review"),
    title: text("The title of the work."),
    author: text("The author of the work."),
    url: optional("The URL of the work."),
    rating: z.int().min(1).max(5).meta({ description: "The rating, from 1 to 5 stars." }),
    hub: text("The slug of the hub."),
    category: text("The slug of the category."),
    review: text("The text of the review."),
    createdAt: time("When you first reviewed the work"),
    updatedAt: time("When you last replaced the review"),
    editedAt: optionalTime("When you last made an edit that kept the previous version"),
  }),
  comments: list("Your comments, newest first.", {
    id: id("comment"),
    articleId: optional("The id of the article that the comment is on; null for one on a review."),
    reviewId: optional("The id of the review that the comment is on; null for one on an article."),
    parentId: optional("The id of the comment that it answers; null if it answers none."),
    content: text("The text of the comment."),
    createdAt: time("When the comment was posted"),
    upvotes: z.int().min(0).meta({ description: "The number of upvotes of the comment." }),
    editedAt: optionalTime("When you last made an edit that kept the previous version"),
  }),
  revisions: list("Earlier versions of each text that you edited, newest first.", {
    kind: z
      .enum(editableKinds)
      .meta({ description: "The kind of text that this is a version of." }),
    documentId: id("article, review or comment"),
    version: z.int().min(1).meta({ description: "The number of the version; 1 is the first." }),
    writtenAt: time("When this version was written"),
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .meta({ description: "The editable fields, as they were in this version." }),
  }),
  drafts: list("Your drafts, which you have not posted yet.", {
    id: id("draft"),
    form: z
      .enum(draftForms)
      .meta({ description: "What the draft is for: an article or a review." }),
    hub: optional("The hub of a review; null for an article."),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: "The fields of the form as typed." }),
    updatedAt: time("When the draft was last saved"),
  }),
  upvotes: list("The articles that you upvoted.", {
    articleId: id("article"),
    createdAt: time("When you upvoted the article"),
  }),
  commentUpvotes: list("The comments that you upvoted.", {
    commentId: id("comment"),
    createdAt: time("When you upvoted the comment"),
  }),
  followings: list("What you follow, and the threads that you have left.", {
    kind: z.enum(followedKinds).meta({ description: "What kind of thing it is." }),
    target: text(
      "The id of the person, article, review or comment, the slug of the hub or category, or the symbol of the asset.",
    ),
    createdAt: time("When you began to follow it"),
    byWriting: yes("Whether you follow the thread only because you wrote in it."),
    leftAt: optionalTime("When you left the thread"),
  }),
  notices: list("What you have been told on the site, newest first.", {
    kind: z.enum(noticeKindNames).meta({ description: "The kind of notice." }),
    text: text("What it says."),
    path: text("The path of the page that it leads to."),
    at: time("When you were told, or something was last added"),
    readAt: optionalTime("When you read it"),
  }),
  ...moderationLists,
  invitations: list("Your invitations that are used or can be.", {
    code: text("The code at the end of the link."),
    createdAt: time("When you made it"),
    expiresAt: optionalTime("Until when it can be used; null once it is used"),
    usedAt: optionalTime("When somebody signed up with it"),
  }),
  blocks: list("The people whom you have blocked, by name.", {
    name: text("The name of the person."),
    createdAt: time("When you blocked the person"),
  }),
  readings: list(
    "When you were last on the front page and the pages of discussions and lists, for a year.",
    {
      place: text(
        "The article or review with its id, `community`, a category, a hub with or without a category, `following`, or `front page`.",
      ),
      previousAt: optionalTime("When your visit before the latest one ended"),
      latestAt: time("When you were last there"),
    },
  ),
  bookmarks: list("What you have saved.", {
    kind: z.enum(savedKinds).meta({ description: "What it is." }),
    id: id("article, review, comment or recommendation"),
    note: optional("Your note; null if you wrote none."),
    savedAt: time("When you saved it"),
  }),
  mentions: list("The tokens that your texts mention, as the sentiment engine reads them.", {
    kind: z
      .enum(["article", "review", "comment"])
      .meta({ description: "The kind of text that mentions the token." }),
    documentId: id("article, review or comment"),
    token: text("The symbol of the token."),
    score: z
      .number()
      .meta({ description: "The sentiment of the text towards the token, from −1 to 1." }),
    createdAt: time("When the text was posted"),
  }),
  trust: list(
    "Your trust, by which your texts count in the sentiment engine; empty if you have none.",
    {
      trust: z.number().meta({ description: "The trust, above 0 and up to 1." }),
      supporters: count("How many people with trust have upvoted articles of yours."),
      isRoot: yes("Whether trust starts at you, as a member."),
      computedAt: time("When it was computed"),
    },
  ),
  effects: list(
    "By how much what you wrote changed sentiment recommendations, newest first; only those that it changed.",
    {
      recommendationId: id("recommendation"),
      points: z.record(z.string(), z.number()).meta({
        description:
          "By asset, the percentage points by which its share would have been lower without your texts.",
      }),
      createdAt: time("When the recommendation was made"),
    },
  ),
  applications: list("Your applications for membership.", {
    id: id("application"),
    statement: text("The statement that you wrote."),
    status: text("The status of the application."),
    openedAt: time("When you applied"),
    closesAt: time("When the vote ends"),
    closedAt: optionalTime("When the application was closed"),
    needed: count("The number of votes on one side that decide the application."),
  }),
  votes: list("Your votes on the applications of others.", {
    applicationId: id("application"),
    approve: yes("Whether you voted to approve the application."),
    at: time("When you voted"),
  }),
  sessions: list("Where you are signed in, and your tokens for programs, without their secrets.", {
    id: id("session or token"),
    token: z
      .object({ name: text("The name that you gave the token."), scope: z.enum(tokenScopes) })
      .nullable()
      .meta({
        description:
          "The name and scope of a token that you created for a program; null for a session.",
      }),
    userAgent: text("The user agent that the browser or program sent."),
    network: optional("The network from which the session or token was created."),
    createdAt: time("When the session or token was created"),
    lastSeenAt: optionalTime("When the session or token was last used, to within an hour"),
    expiresAt: time("When the session or token expires"),
  }),
  passkeys: list("Your passkeys, without their keys.", {
    id: id("passkey"),
    name: text("The name that you gave the passkey."),
    createdAt: time("When the passkey was added"),
    lastUsedAt: optionalTime("When the passkey was last used"),
  }),
  links: list("The links mailed to you that are still valid, without their secrets.", {
    purpose: text("What the mailed link is for."),
    email: text("The address that the link was sent to."),
    expiresAt: time("When the link expires"),
  }),
  mails: list("Mails to you that have not been delivered yet.", {
    to: optional("The address that the mail is sent to."),
    subject: text(
      "The subject of the mail. The text is left out, because it may contain a secret link.",
    ),
    createdAt: time("When the mail was written"),
    expiresAt: time("When we stop trying to deliver the mail"),
  }),
  mailSettings: list(
    "What you chose to be mailed; none until you have, or until we mailed you a notice.",
    {
      deliveries: z
        .record(z.string(), z.string())
        .meta({ description: "How the kinds of notices that you chose for are mailed." }),
      frequency: text("How often you get the digest."),
      hour: count("The hour of the digest; null if you have not chosen one.").nullable(),
      weekday: count("The weekday of a weekly digest, from 1, for Monday, to 7.").nullable(),
      timeZone: optional("The time zone of the hour; null if you have not chosen one."),
      nextDigestAt: optionalTime("When the next digest is due"),
      digestedUntil: optionalTime("Until when the last digest told what had happened"),
      refusals: z
        .object({ address: z.string(), count: z.number().int() })
        .nullable()
        .meta({ description: "How many mails in a row the server of your address has refused." }),
    },
  ),
  administration: list(
    "What you have done as an administrator, as far as it is kept: settings that you changed, then texts of the site that you saved, then jobs that you started, newest first.",
    {
      kind: z.enum(["settings", "text", "job"]).meta({ description: "What you did." }),
      what: text("The names of the settings, or that of the text or the job."),
      at: time("When you did it"),
    },
  ),
  events: list("Events about your account, which are kept for 90 days, newest first.", {
    kind: text("What happened: one of the kinds that docs/events.md lists."),
    at: time("When it happened"),
    address: optional(
      "The network address that the action came from; null if the action was refused, since it may have been somebody else's.",
    ),
    count: count("How many times it happened within one second."),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: "The other fields of an event of this kind." }),
  }),
} as const;

/** The schema of `data.json`. */
export const exportSchema = z
  .object({
    format: z.literal(EXPORT_FORMAT).meta({ description: "The version of this schema." }),
    site: text("The address of the site."),
    madeAt: time("When the copy was started"),
    account,
    ...exportLists,
  })
  .meta({
    title: "A copy of somebody's data",
    description: "The content of `data.json` in a copy of somebody's data.",
  });

export type ExportedAccount = z.infer<typeof account>;
export type ExportListName = keyof typeof exportLists;
export type ExportedItem<Name extends ExportListName> = z.infer<(typeof exportLists)[Name]>[number];

/** @returns the JSON Schema of `data.json`, as text */
export const exportJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(exportSchema, { target: "draft-2020-12" }), null, 2)}\n`;
