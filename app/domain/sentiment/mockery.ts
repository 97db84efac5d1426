/**
 * Mockery: who laughs at the bears expects a rise, however bad the words for them are. In forums each side writes
 * about the other, so a sentence that addresses a side, laughs at it or tells of its pain is rated against that side.
 */
import type { Word } from "./vader-trace";

/** The rating of the side that is mocked, on the lexicon's scale: positive for bears, negative for bulls. */
export const MOCKERY_RATING = 1.5;
/** The number of words before a side in which it is addressed: "hey you stubborn bears". */
const ADDRESS_REACH = 3;

const setOf = (text: string) => new Set(text.trim().split(/\s+/));

const bears = setOf("bears permabears shorts shorties shorters 🐻 🩳");
const bulls = setOf("bulls permabulls longs bagholders");
const isSide = (text: string) => bears.has(text) || bulls.has(text);

const laughter = setOf(
  "😂 🤣 😆 😹 😅 😭 🤡 🌈 lol lmao lmfao lmaoo rofl haha hahaha hahahaha rip",
);
const address = setOf(
  "you your you're u ur y'all yall ya guys these those all hey hi poor sorry dear where where's wheres",
);
/** The pain of a side, which pleases the other. */
const pain = setOf(`
  cry cries crying cried scared panic panicking sweat sweating trapped squeezed wrecked rekt burn burnt burned burning
  die dying dead shambles silent quiet hide hiding desperate mad angry salty hate worried stupid dumb idiots fools
  delusional clowns wrong lose losing lost tears hurt hurting pain pray praying cover covering destroyed crushed liquidated
  slaughter slaughtered smoked screwed fucked roasted toast killed killing fear denial
`);

/**
 * @param words the words of a sentence
 * @returns the same words; if the sentence mocks either bears or bulls, the first word for them is rated, and other
 *   words for them and the words of mockery count 0
 */
export function rateMockery(words: readonly Word[]): readonly Word[] {
  const first = words.find(({ text }) => isSide(text));
  if (!first) return words;
  const [mocked, others] = bears.has(first.text) ? [bears, bulls] : [bulls, bears];
  if (words.some(({ text }) => others.has(text))) return words;
  const isOfMockery = ({ text }: Word) => laughter.has(text) || pain.has(text);
  if (!words.some(isOfMockery) && !isAddressed(words, mocked)) return words;
  const rating = MOCKERY_RATING * (mocked === bears ? 1 : -1);
  return words.map((word) => {
    if (word === first) return { ...word, rating, ratedBy: { rule: "mockery" } };
    const isRated =
      word.rating !== undefined &&
      (isSide(word.text) || isOfMockery(word) || address.has(word.text));
    return isRated ? { ...word, rating: 0 } : word;
  });
}

const isAddressed = (words: readonly Word[], side: ReadonlySet<string>) =>
  words.some(
    ({ text }, at) =>
      side.has(text) &&
      words.slice(Math.max(0, at - ADDRESS_REACH), at).some((word) => address.has(word.text)),
  );
