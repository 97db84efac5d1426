/** Drafts: the forms that have them, their fields, their limits, and the path of the form. */
import { articleFieldNames, articleFields } from "./article-fields";
import { truncate } from "./character-count";
import {
  MAX_AUTHOR_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "./field-limits";

/** The fields of each form, in the order in which they are shown. */
export const draftFields = {
  article: articleFieldNames,
  review: ["title", "author", "url", "category", "rating", "review"],
} as const;

export type DraftForm = keyof typeof draftFields;
export const draftForms = Object.keys(draftFields) as [DraftForm, ...DraftForm[]];

export const MAX_DRAFTS = 20;

/** Allowance for the fields whose value is chosen and not typed: category and rating. */
const MAX_CHOICES = 100;

/** The most characters that the fields of a draft may have together. */
export const draftMax: Record<DraftForm, number> = {
  article: Object.values(articleFields).reduce((sum, { max }) => sum + max, 0),
  review: MAX_TITLE_LENGTH + MAX_AUTHOR_LENGTH + MAX_URL_LENGTH + MAX_REVIEW_LENGTH + MAX_CHOICES,
};

/** Fields that have a value before the user types anything. */
const PRESET: readonly string[] = ["category", "rating"];

export const isBlankDraft = (fields: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(fields).every(([name, value]) => PRESET.includes(name) || !value?.trim());

const TITLE_LENGTH = 80;

/** @returns a draft's name in lists: its title, or the start of another field, at most 80 characters */
export function titleOfDraft(fields: Readonly<Record<string, string | undefined>>): string {
  const { title, review, summary, content, author, url, imageUrl } = fields;
  const texts = [title, review, summary, content, author, url, imageUrl];
  const text = texts.map((value) => value?.replace(/\s+/g, " ").trim()).find(Boolean) ?? "";
  return truncate(text, TITLE_LENGTH);
}

export const draftPath = (draft: { id: string; form: DraftForm; hub: string | null }): string =>
  draft.form === "review" && draft.hub
    ? `/${draft.hub}?review=new&draft=${draft.id}#review-outcome`
    : `/community/new?draft=${draft.id}`;
