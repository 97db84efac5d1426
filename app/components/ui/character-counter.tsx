import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { characterCount } from "~/domain/character-count";

interface CharacterCounterProps {
  /** For the field's `aria-describedby`. */
  id: string;
  /** The id of the counted field. */
  htmlFor: string;
  limit: number;
  /** The initial count. */
  initial?: number;
}

/** Shows `n/200`, updated on every input; without JavaScript it shows the initial count. */
export function CharacterCounter({ id, htmlFor, limit, initial = 0 }: CharacterCounterProps) {
  const [count, setCount] = useState(initial);

  useEffect(() => {
    const field = document.getElementById(htmlFor);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    const { form } = field;
    const updateCount = () => setCount(characterCount(field.value));
    // The reset event fires before the field is emptied.
    const updateAfterReset = () => void setTimeout(updateCount);
    updateCount();
    field.addEventListener("input", updateCount);
    form?.addEventListener("reset", updateAfterReset);
    return () => {
      field.removeEventListener("input", updateCount);
      form?.removeEventListener("reset", updateAfterReset);
    };
  }, [htmlFor, initial]);

  return (
    <span
      id={id}
      className={clsx(
        "text-sm tabular-nums",
        count > limit ? "font-medium text-negative" : "text-muted",
      )}
    >
      {count}/{limit}
      {count > limit ? <span className="sr-only"> characters: too long</span> : null}
    </span>
  );
}
