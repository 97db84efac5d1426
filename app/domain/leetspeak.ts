/** Letters written as the digits and symbols that look like them: `P@ssw0rd` is "password". */

const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "(": "c",
  "+": "t",
  "€": "e",
};

/** @returns the distinct readings of a text in lower case: as it is, and with letters, where `1`, `!` and `|` are i or l */
export function readLeetspeak(text: string): string[] {
  const readings = ["i", "l"].map((letter) =>
    text.replace(/[1!|]/g, letter).replace(/[^a-z]/g, (sign) => LETTERS[sign] ?? sign),
  );
  return [...new Set([text, ...readings])];
}
