/**
 * Reads a code as a person types or pastes it: any kind of space, dash and invisible character is ignored, and digits
 * of every script, letters in full width and capitals are put in their ordinary form.
 *
 * @param typed at most a few hundred characters
 * @returns the letters and digits of the code, in lower case
 */
export const parseTypedCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/\p{Nd}/gu, valueOfDigit);

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** In Unicode the digits 0 to 9 of a script follow one another. */
function valueOfDigit(digit: string): string {
  const codePoint = digit.codePointAt(0)!;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
}
