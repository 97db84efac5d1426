/** What authors say about whether they hold what they write about. Nothing said is `null`. */
export const disclosures = ["none", "long", "short"] as const;

export type Disclosure = (typeof disclosures)[number];

/** The choices of the form. */
export const disclosureLabels: Record<Disclosure, string> = {
  none: "No, none of it",
  long: "Yes, and I gain if it rises",
  short: "I am short, and gain if it falls",
};

/** The sentence on the article's page and in feeds. */
export const disclosureSentences: Record<Disclosure, string> = {
  none: "The author says that they hold none of what they write about.",
  long: "The author says that they hold what they write about.",
  short: "The author says that they are short of what they write about.",
};

/**
 * @param assets the assets that the article names: the mark names the only one, as in "holds BTC"
 * @returns the mark beside the title in lists, or `null` if the author has no stake or has not said so
 */
export function disclosureMark(
  disclosure: Disclosure | null | undefined,
  assets: readonly string[] = [],
): string | null {
  const it = assets.length === 1 ? assets[0]! : "it";
  if (disclosure === "long") return `holds ${it}`;
  if (disclosure === "short") return `is short of ${it}`;
  return null;
}
