/** The fields that an article's author writes. Drafts, edits, versions, exports and searches follow from this table. */
import {
  MAX_CONTENT_LENGTH,
  MAX_DISCLOSURE_LENGTH,
  MAX_SUMMARY_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "./field-limits";

/** In the order of the forms, with the label in lists of changes and the maximum length in characters. */
export const articleFields = {
  title: { label: "Title", max: MAX_TITLE_LENGTH, isText: true },
  summary: { label: "Summary", max: MAX_SUMMARY_LENGTH, isText: true },
  url: { label: "Link", max: MAX_URL_LENGTH, isText: false },
  category: { label: "Category", max: 100, isText: false },
  content: { label: "Text", max: MAX_CONTENT_LENGTH, isText: true },
  disclosure: { label: "Holdings", max: 10, isText: false },
  disclosureNote: { label: "Holdings, in words", max: MAX_DISCLOSURE_LENGTH, isText: false },
  imageUrl: { label: "Image address", max: MAX_URL_LENGTH, isText: false },
} as const;

export type ArticleField = keyof typeof articleFields;
export const articleFieldNames = Object.keys(articleFields) as ArticleField[];

export type ArticleTextField = {
  [Name in ArticleField]: (typeof articleFields)[Name]["isText"] extends true ? Name : never;
}[ArticleField];
/** The fields that are searched, and in which tokens are mentioned. */
export const articleTextFields = articleFieldNames.filter(
  (name): name is ArticleTextField => articleFields[name].isText,
);

export const pickArticleFields = <Fields extends Partial<Record<ArticleField, unknown>>>(
  article: Fields,
) =>
  Object.fromEntries(articleFieldNames.map((name) => [name, article[name]])) as Pick<
    Fields,
    ArticleField & keyof Fields
  >;
