/** “one”, “two” */
export const QuotedList = ({ words }: { words: readonly string[] }) => (
  <span className="wrap-anywhere">{words.map((word) => `“${word}”`).join(", ")}</span>
);
