/** How well tokens are found, compared with what a human reader finds. */

/** A sentence with the symbols of the tokens that a reader finds in it. */
export interface MentionExample {
  sentence: string;
  expected: string[];
}

export interface MentionAgreement {
  sentences: number;
  /** The share of what is found that is right; 1 if nothing is found. */
  precision: number;
  /** The share of what readers find that is found; 1 if they find nothing. */
  recall: number;
  /** The sentences in which something else is found than a reader finds. */
  wrong: (MentionExample & { found: string[] })[];
}

/**
 * @param file one sentence per line: the symbols, separated by commas, or `-` for none; a tab; the sentence
 * @returns `null` if a line is not like that
 */
export function readMentionExamples(file: string): MentionExample[] | null {
  const lines = file.split(/\r?\n/).filter((line) => line.trim() !== "");
  const examples = lines.map((line) => {
    const [symbols = "", ...rest] = line.split("\t");
    return {
      sentence: rest.join("\t"),
      expected: symbols.trim() === "-" ? [] : symbols.split(",").map((symbol) => symbol.trim()),
    };
  });
  return examples.length && examples.every(({ sentence }) => sentence.trim()) ? examples : null;
}

/** @param find returns the symbols of the tokens in a sentence, each once */
export function rateMentions(
  examples: readonly MentionExample[],
  find: (sentence: string) => string[],
): MentionAgreement {
  const all = examples.map((example) => ({ ...example, found: find(example.sentence) }));
  const hitsOf = ({ expected, found }: (typeof all)[number]) =>
    found.filter((symbol) => expected.includes(symbol)).length;
  const sum = (count: (one: (typeof all)[number]) => number) =>
    all.reduce((before, one) => before + count(one), 0);
  const hits = sum(hitsOf);
  const share = (whole: number) => (whole ? hits / whole : 1);
  return {
    sentences: all.length,
    precision: share(sum(({ found }) => found.length)),
    recall: share(sum(({ expected }) => expected.length)),
    wrong: all.filter(
      (one) => hitsOf(one) !== one.found.length || hitsOf(one) !== one.expected.length,
    ),
  };
}
