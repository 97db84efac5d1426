/**
 * The contents of a copy of a user's data. `data.schema.json` in the copy and `docs/export.schema.json` are generated
 * from this schema. The types require a reader for every list (`services/exports/parts.server.ts`).
 */
import { z } from "zod";
import { draftForms } from "~/domain/drafts";
import { editableKinds } from "~/domain/editing";
import { tokenScopes } from "~/domain/token-scopes";

/** The version of the format. Increment it when a field is renamed or removed, not when one is added. */
export const EXPORT_FORMAT = 1;

const id = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .meta({ description: `The id of the ${what}.` });
const text = (description: string) => z.string().meta({ description });
const optional = (description: string) => z.string().nullable().meta({ description });
const time = (description: string) =>
  z.iso.datetime({ precision: 3 }).meta({ description: `${description}, in UTC.` });
const optionalTime = (description: string) =>
  z.iso
    .datetime({ precision: 3 })
    .nullable()
    .meta({ description: `${description}, in UTC; null if never.` });
const yes = (description: string) => z.boolean().meta({ description });
const count = (description: string) => z.int().min(0).meta({ description });

const account = z
  .object({
    id: id("account"),
    name: text("Your name here."),
    email: text("Your email address."),
    hasProvenEmail: yes("Whether you have confirmed the address."),
    isMember: yes("Whether you are a member."),
    createdAt: time("When you signed up"),
    about: optional("What you say of yourself."),
    link: optional("Your link."),
    disclosure: optional("What you say you hold."),
    isHiddenFromSearch: yes("Whether search engines are asked to leave your page out."),
    hubs: z.array(z.string()).meta({ description: "The hubs that you have contributed to." }),
    leaving: z
      .object({
        at: time("When the account is to be deleted"),
        withContent: yes("Whether with what you wrote."),
      })
      .nullable()
      .meta({ description: "Null unless you asked for your account to be deleted." }),
    addressesUsedAt: z
      .array(time("A time"))
      .meta({ description: "When each network address you signed in from was last used." }),
    secondFactor: z
      .object({
        confirmedAt: time("When it was set up"),
        recoveryCodesLeft: count("How many recovery codes are left."),
      })
      .nullable()
      .meta({ description: "Your authenticator app; null if you have none." }),
  })
  .meta({ description: "Your account and your profile." });

/** The lists in a copy of a user's data, each with the schema of its items. */
export const exportLists = {
  articles: z.object({
    id: id("article"),
    title: text("Its title."),
    summary: text("Its summary."),
    url: text("The link it is about."),
    imageUrl: optional("The address of its picture."),
    category: text("The slug of its category."),
    content: text("Its text, as Markdown."),
    createdAt: time("When it was posted"),
    editedAt: optionalTime("When you last edited it, leaving the version before"),
    repostedAt: optionalTime("When you last posted it again after removing it"),
    views: count("How often it was viewed."),
    upvotes: count("How many upvotes it has."),
    commentCount: count("How many comments it has."),
  }),
  reviews: z.object({
    id: id("review"),
    title: text("The title of the work."),
    author: text("The author of the work."),
    url: optional("Where the work is."),
    rating: z.int().min(1).max(5).meta({ description: "Stars." }),
    hub: text("The slug of the hub."),
    category: text("The slug of the category."),
    review: text("What you wrote."),
    createdAt: time("When you first reviewed the work"),
    updatedAt: time("When you last replaced the review"),
    editedAt: optionalTime("When you last edited it, leaving the version before"),
  }),
  comments: z.object({
    id: id("comment"),
    articleId: id("article it is on"),
    content: text("What you wrote."),
    createdAt: time("When it was posted"),
    editedAt: optionalTime("When you last edited it, leaving the version before"),
  }),
  revisions: z.object({
    kind: z.enum(editableKinds).meta({ description: "What kind of piece it was a version of." }),
    documentId: id("piece"),
    version: z.int().min(1).meta({ description: "1 is the first." }),
    writtenAt: time("When this version was written"),
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .meta({ description: "What could be edited, as it was." }),
  }),
  drafts: z.object({
    id: id("draft"),
    form: z.enum(draftForms).meta({ description: "What it is a draft of." }),
    hub: optional("The hub of a review."),
    fields: z.record(z.string(), z.string()).meta({ description: "What you have typed." }),
    updatedAt: time("When it was last saved"),
  }),
  upvotes: z.object({
    articleId: id("article"),
    createdAt: time("When you upvoted it"),
  }),
  mentions: z.object({
    kind: z
      .enum(["article", "review", "comment"])
      .meta({ description: "What kind of piece names the token." }),
    documentId: id("piece"),
    token: text("The token."),
    score: z.number().meta({ description: "How you spoke of it, from −1 to 1." }),
    createdAt: time("When the piece was posted"),
  }),
  applications: z.object({
    id: id("application"),
    statement: text("What you wrote."),
    status: text("What became of it."),
    openedAt: time("When you applied"),
    closesAt: time("When the vote ends"),
    closedAt: optionalTime("When it was closed"),
    needed: count("How many votes on one side decide."),
  }),
  votes: z.object({
    applicationId: id("application"),
    approve: yes("Whether you approved."),
    at: time("When you voted"),
  }),
  sessions: z.object({
    id: id("sign-in or token"),
    token: z
      .object({ name: text("What you call it."), scope: z.enum(tokenScopes) })
      .nullable()
      .meta({ description: "Of a token that you made for a program; null for a sign-in." }),
    userAgent: text("What the browser or program called itself."),
    network: optional("The network it was opened from."),
    createdAt: time("When it was opened"),
    lastSeenAt: optionalTime("When it was last used, within an hour"),
    expiresAt: time("When it ends"),
  }),
  passkeys: z.object({
    id: id("passkey"),
    name: text("What you call it."),
    createdAt: time("When it was added"),
    lastUsedAt: optionalTime("When it was last used"),
  }),
  links: z.object({
    purpose: text("What the link that was mailed is for."),
    email: text("The address it was sent to."),
    expiresAt: time("When it ends"),
  }),
  mails: z.object({
    to: optional("Where it is sent."),
    subject: text("Its subject. The text is left out, since it may hold a secret link."),
    createdAt: time("When it was written"),
    expiresAt: time("When we stop trying to deliver it"),
  }),
  events: z.object({
    kind: text("What happened: a kind of docs/events.md."),
    at: time("When"),
    address: optional(
      "The network address, of what was done; null for what was refused, since that may have been somebody else.",
    ),
    count: count("How often within a second."),
    details: z.record(z.string(), z.unknown()).meta({ description: "The fields of the kind." }),
  }),
} as const;

const described: Record<keyof typeof exportLists, string> = {
  articles: "Your articles, newest first.",
  reviews: "Your reviews, newest first.",
  comments: "Your comments, newest first.",
  revisions: "Earlier versions of what you edited, newest first by piece.",
  drafts: "What you have begun and not published.",
  upvotes: "What you upvoted.",
  mentions: "The tokens that your pieces name, as the sentiment engine reads them.",
  applications: "Your applications for membership.",
  votes: "Your votes on the applications of others.",
  sessions: "Where you are signed in, and your tokens for programs, without their secrets.",
  passkeys: "Your passkeys, without their keys.",
  links: "The links mailed to you that are still good, without their secrets.",
  mails: "Mails to you that have not been delivered yet.",
  events: "What is noted about your account for 90 days, newest first.",
};

type Lists = {
  [Name in keyof typeof exportLists]: z.ZodArray<(typeof exportLists)[Name]>;
};
const lists = Object.fromEntries(
  Object.entries(exportLists).map(([name, item]) => [
    name,
    z.array(item).meta({ description: described[name as keyof typeof exportLists] }),
  ]),
) as unknown as Lists;

/** The schema of `data.json`. */
export const exportSchema = z
  .object({
    format: z.literal(EXPORT_FORMAT).meta({ description: "The version of this schema." }),
    site: text("The address of the site."),
    madeAt: time("When the copy was begun"),
    account,
    ...lists,
  })
  .meta({ title: "A copy of somebody's data", description: "`data.json` of a copy." });

export type ExportedAccount = z.infer<typeof account>;
export type ExportListName = keyof typeof exportLists;
export type ExportedItem<Name extends ExportListName> = z.infer<(typeof exportLists)[Name]>;

/** @returns the JSON Schema of `data.json`, as text */
export const exportJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(exportSchema, { target: "draft-2020-12" }), null, 2)}\n`;
