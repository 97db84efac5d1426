/** The words of a clause, and what the rules for finding tokens ask about them. */

export interface Word {
  text: string;
  lower: string;
  start: number;
  end: number;
}

/** Matches the bitcoin sign, or letters and digits without underscores at the ends, which may be Markdown. */
const WORD = /₿|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}])?/gu;

/** The same in texts without other letters, which takes half the time. */
const ASCII_WORD = /[A-Za-z0-9](?:[A-Za-z0-9_]*[A-Za-z0-9])?/g;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\0-~]/.test(text) ? WORD : ASCII_WORD)) {
    words.push({ text: word, lower: word.toLowerCase(), start: index, end: index + word.length });
  }
  return words;
}

export const isCapitals = ({ text, lower }: Word): boolean =>
  text !== lower && text === text.toUpperCase();

export const isCapitalised = ({ text, lower }: Word): boolean => text[0] !== lower[0];

/** How a clause uses capitals. */
export interface Capitals {
  /** Whether most words are in capitals, so that these mean nothing. */
  isShouted: boolean;
  /** Whether most words begin with a capital, as in a headline. */
  isTitled: boolean;
}

/** @returns how a clause uses capitals, apart from the words that may be tokens, which are at the given places */
export function capitalsOf(words: readonly Word[], places: ReadonlySet<number>): Capitals {
  let [letters, shouted, others, titled] = [0, 0, 0, 0];
  for (const [at, word] of words.entries()) {
    if (!/\p{L}/u.test(word.text)) continue;
    letters += 1;
    if (isCapitals(word)) shouted += 1;
    // Short words are not capitalised in headlines.
    if (places.has(at) || word.text.length < 4) continue;
    others += 1;
    if (isCapitalised(word)) titled += 1;
  }
  return {
    isShouted: letters > 2 && shouted > letters / 2,
    isTitled: others > 1 && titled > others * 0.6,
  };
}

/** Whether `phrase`, of one or two words, ends before a word or begins after it. */
export const isPhraseBefore = (words: readonly Word[], at: number, phrases: Phrases): boolean => {
  const first = words[at - 1]?.lower ?? "";
  return phrases.has(first) || phrases.has(`${words[at - 2]?.lower ?? ""} ${first}`);
};

export const isPhraseAfter = (words: readonly Word[], at: number, phrases: Phrases): boolean => {
  const first = words[at + 1]?.lower ?? "";
  return phrases.has(first) || phrases.has(`${first} ${words[at + 2]?.lower ?? ""}`);
};
type Phrases = ReadonlySet<string>;
