/**
 * Finds names that look alike, by the skeleton of Unicode Technical Standard 39 (section 4). Of its table
 * `confusables.txt`, only these four lines concern the letters and digits that names consist of.
 *
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 * https://www.unicode.org/Public/security/latest/confusables.txt
 */
const PROTOTYPES: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", m: "rn" };

const replaceConfusables = (text: string) =>
  text.replace(/[01Im]/g, (character) => PROTOTYPES[character]!);

/**
 * @param name ASCII letters and digits
 * @returns the skeleton in lower case, which names that look alike in upper or lower case share: `Mara`,
 *   `MARA` and `rnara` have the same
 */
export function nameSkeleton(name: string): string {
  // Twice: I looks like l only before it is converted to lower case, and M like rn only after.
  return replaceConfusables(replaceConfusables(name).toLowerCase());
}
