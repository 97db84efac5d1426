import { z } from "zod";
import { characterCount } from "~/domain/character-count";
import { draftFields, draftForms, draftMax, isBlankDraft, MAX_DRAFTS } from "~/domain/drafts";
import { findTopic, topics } from "~/domain/topics";
import { draftText, withCommas } from "./fields";
import { id, text, timestamp } from "./response-fields";

const hubs = topics.map(({ slug }) => slug) as [string, ...string[]];

const about: Record<string, { description?: string; example?: string }> = {
  title: {
    description: "The title of the article or of the reviewed work.",
    example: "What the term premium is telling us",
  },
  author: { description: "The author of the reviewed work." },
  summary: { example: "Why long yields rise while" },
  url: { description: "The link of the article or of the reviewed work." },
  category: { description: "The category’s slug.", example: "macro" },
  content: { description: "The article’s own text, in Markdown.", example: "## The puzzle" },
  disclosure: {
    description: "Whether the author holds what the article is about.",
    example: "long",
  },
  disclosureNote: { description: "The same in the author’s own words." },
  imageUrl: { description: "The URL of an article’s image." },
  rating: { description: "The rating of a review, in stars." },
  review: { description: "The text of a review." },
};

/** Fields as they were typed: a draft may be incomplete or invalid, and is only validated when it is posted. */
const fieldsOf = <Name extends string>(names: readonly Name[]) => {
  const entries = names.map((name) => {
    const { description = `The ${name} of an article.`, example = "" } = about[name] ?? {};
    return [name, draftText().meta({ description, examples: [example] })];
  });
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof draftText>>;
};

const articleFields = fieldsOf(draftFields.article);
const reviewFields = fieldsOf(draftFields.review);

/** @returns the error message for the fields of a draft as a whole, or `null` if they are valid */
function mistakeOf(form: keyof typeof draftFields, fields: Record<string, string>): string | null {
  if (isBlankDraft(fields)) return "There is nothing to save yet.";
  const typed = draftFields[form].map((name) => fields[name] ?? "");
  const length = typed.reduce((sum, value) => sum + characterCount(value), 0);
  const max = draftMax[form];
  return length > max ? `A draft has at most ${withCommas(max)} characters.` : null;
}

const form = z
  .enum(draftForms)
  .meta({ description: "What the draft is for: an article or a review.", examples: ["article"] });

/** Input of the API for a draft. Fields that its form does not have are ignored. */
export const draftInput = z
  .object({
    form,
    hub: z
      .enum(hubs)
      .nullable()
      .default(null)
      .meta({ description: "The hub of a review; null for an article.", examples: [null] }),
    fields: z.object({ ...articleFields, ...reviewFields }).meta({
      description:
        "The fields of the form as typed. They are not validated until the draft is posted.",
    }),
  })
  .superRefine(({ form, hub, fields }, context) => {
    const mistake = mistakeOf(form, fields);
    if (mistake) context.addIssue({ code: "custom", path: ["fields"], message: mistake });
    if (form === "review" && !findTopic(hub ?? "")) {
      context.addIssue({ code: "custom", path: ["hub"], message: "A review needs a hub." });
    }
  });
export type DraftInput = z.infer<typeof draftInput>;

/** Identifies the draft that a form is saved as. Sent by the form, so it is untrusted like any input. */
export const draftReference = {
  /** The id of the draft that the form was opened with or last saved as. */
  draft: z.string().optional(),
  /** When that draft was last saved, as far as the form knows; ISO 8601. */
  savedAt: z.string().optional(),
  formKey: z.string().optional(),
};

export const saveArticleDraft = z.object({
  ...articleFields,
  ...draftReference,
  intent: z.literal("saveDraft"),
});
export const saveReviewDraft = z.object({
  ...reviewFields,
  ...draftReference,
  intent: z.literal("saveDraft"),
});
/** The button that shows what an article would look like. */
export const previewArticle = z.object({ ...articleFields, intent: z.literal("preview") });

/** Input of the autosave request, which a script sends while the user types. */
export const autosaveInput = z.object({
  ...articleFields,
  ...reviewFields,
  ...draftReference,
  form: z.enum(draftForms),
  hub: z.string().optional(),
});

/** Input of the live preview: what is typed of an article; without a link when it is edited. */
export const previewInput = z.object({
  title: draftText(),
  summary: draftText(),
  url: draftText(),
  content: draftText(),
});
export type PreviewInput = z.infer<typeof previewInput>;

export const deleteDraftIntent = z.object({ intent: z.literal("deleteDraft"), draft: z.string() });

const summary = {
  id: id("draft", "6790a1f2c3d4e5f60718293e"),
  form,
  hub: z
    .enum(hubs)
    .nullable()
    .meta({ description: "The hub of a review; null for an article.", examples: [null] }),
  title: text(
    "The title of the draft, or else its first words.",
    "What the term premium is telling us",
  ),
  updatedAt: timestamp("When the draft was last saved", "2026-01-22T09:30:00.000Z"),
};

export const draftSummaryResponse = z
  .object(summary)
  .meta({ id: "DraftSummary", description: "An entry in the list of drafts." });

export const draftResponse = z
  .object({
    ...summary,
    fields: z.record(z.string(), z.string()).meta({
      description: "The fields of the form as typed, including empty ones.",
      examples: [{ title: "What the term premium is telling us", summary: "Why long yields rise" }],
    }),
  })
  .meta({ id: "Draft", description: "A draft, which only its author can read." });

export const draftIdParam = z.object({
  id: text("The id of one of your drafts. Any other id returns a 404.", "6790a1f2c3d4e5f60718293e"),
});

export const DRAFTS_DESCRIPTION = `Each user can have up to ${MAX_DRAFTS} drafts.`;
