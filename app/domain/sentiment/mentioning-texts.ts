import { articleTextFields } from "../article-fields";
import type { DocumentKind } from "./mention";

/** The fields of each kind of text that are searched for mentions. The hash of a text covers the same fields. */
const parts = {
  article: articleTextFields,
  comment: ["content"],
  review: ["review"],
} as const;
type Kind = keyof typeof parts;

/** @returns the fields of a text, or of an earlier version of it, that are searched for mentions */
export const mentioningTexts = <Of extends Kind>(
  kind: Of,
  fields: { readonly [Part in (typeof parts)[Of][number]]?: string | number | null },
): string[] => parts[kind].map((part: (typeof parts)[Of][number]) => String(fields[part] ?? ""));

/** @returns the name of a field that is searched for mentions, by its index; outside documents have only a text */
export const partName = (kind: DocumentKind, index: number): string =>
  kind === "outside" ? "text" : parts[kind][index]!;
