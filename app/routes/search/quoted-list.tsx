/** “one”, “two” */
export const InQuotes = ({ words }: { words: readonly string[] }) => (
  <span className="wrap-anywhere">{words.map((word) => `“${word}”`).join(", ")}</span>
);
