import type { DiffPart } from "~/utils/word-diff.server";

/** A text with what an edit removed and added marked, by more than colour. */
export const ChangedText = ({ parts }: { parts: readonly DiffPart[] }) => (
  <p className="text-base wrap-anywhere whitespace-pre-wrap">
    {parts.map(({ kind, text }, i) => (
      <Part key={i} kind={kind} text={text} />
    ))}
  </p>
);

function Part({ kind, text }: DiffPart) {
  if (kind === "same") return text;
  const Element = kind === "added" ? "ins" : "del";
  return (
    <Element className={kind === "added" ? "text-added" : "text-removed"}>
      {/* Screen readers do not say what the elements mean. */}
      <span className="sr-only">{kind === "added" ? " (added:) " : " (removed:) "}</span>
      {text}
      <span className="sr-only"> (end) </span>
    </Element>
  );
}
