/** In which parts of what people write mentions are looked for. The hash of a text is that of these parts. */
const parts = {
  article: ["title", "summary", "content"],
  comment: ["content"],
  review: ["review"],
} as const;
type Kind = keyof typeof parts;

/** @returns the parts of a text, or of an earlier version of it, in which mentions are looked for */
export const mentioningTexts = <Of extends Kind>(
  kind: Of,
  fields: { readonly [Part in (typeof parts)[Of][number]]?: string | number | null },
): string[] => parts[kind].map((part: (typeof parts)[Of][number]) => String(fields[part] ?? ""));
