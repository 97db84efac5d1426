import type { DiffPart } from "~/utils/word-diff.server";

/** A text in which the removals and additions of an edit are marked, and not by colour alone. */
export const ChangedText = ({ parts }: { parts: readonly DiffPart[] }) => (
  <p dir="auto" className="text-base typed-lines wrap-anywhere whitespace-pre-wrap">
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
      {/* Screen readers do not announce `ins` and `del`. */}
      <span dir="ltr" className="sr-only">
        {kind === "added" ? " (added:) " : " (removed:) "}
      </span>
      {text}
      <span dir="ltr" className="sr-only">
        {" "}
        (end){" "}
      </span>
    </Element>
  );
}
