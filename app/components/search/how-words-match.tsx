/** The rules of the search, for those who wonder. */
export const HowWordsMatch = () => (
  <section aria-labelledby="how-heading" className="max-w-measure">
    <h2 id="how-heading" className="font-display text-xl font-medium">
      How words match
    </h2>
    <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-base marker:text-muted">
      <li>Every word must be there; their order does not matter.</li>
      <li>Whole words are found: “bonds” finds no “bond”. Case and accents do not count.</li>
      <li>What has the words in its title comes first, then the rest; the newest first in both.</li>
    </ul>
  </section>
);

/** “one”, “two” */
export const InQuotes = ({ words }: { words: readonly string[] }) => (
  <span className="break-words">{words.map((word) => `“${word}”`).join(", ")}</span>
);
