import { Fragment } from "react";

/** “one”, “two” */
export const QuotedList = ({ words }: { words: readonly string[] }) => (
  <span className="wrap-anywhere">
    {words.map((word, i) => (
      <Fragment key={word}>
        {i ? ", " : ""}“<span dir="auto">{word}</span>”
      </Fragment>
    ))}
  </span>
);
