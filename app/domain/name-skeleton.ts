/**
 * Which names look alike: the skeleton of Unicode Technical Standard 39 (section 4), for the letters and
 * digits that names consist of. Its table `confusables.txt` has these four lines for them.
 *
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 * https://www.unicode.org/Public/security/latest/confusables.txt
 */
const PROTOTYPES: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", m: "rn" };

const replaceConfusables = (text: string) =>
  text.replace(/[01Im]/g, (character) => PROTOTYPES[character]!);

/**
 * @param name letters and digits of ASCII
 * @returns what it has in common with the names that look like it in one case or another: `Mara`, `MARA`
 *   and `rnara` have the same. It is in lower case.
 */
export function nameSkeleton(name: string): string {
  // A capital I looks like an l only as it is written; a capital M like rn only once it is an m.
  return replaceConfusables(replaceConfusables(name).toLowerCase());
}
