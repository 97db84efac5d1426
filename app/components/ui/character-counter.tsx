import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { characterCount } from "~/domain/character-count";

interface CharacterCounterProps {
  /** By which the field names it as what describes it. */
  id: string;
  /** The id of the field that is counted. */
  htmlFor: string;
  limit: number;
  /** What the field holds when the page is made. */
  initial?: number;
}

/** Says `n/200`: as of the last page without scripts, as of the last key with them. */
export function CharacterCounter({ id, htmlFor, limit, initial = 0 }: CharacterCounterProps) {
  const [count, setCount] = useState(initial);

  useEffect(() => {
    const field = document.getElementById(htmlFor);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    const { form } = field;
    const read = () => setCount(characterCount(field.value));
    // A reset empties the field after its event has gone round.
    const readSoon = () => void setTimeout(read);
    read();
    field.addEventListener("input", read);
    form?.addEventListener("reset", readSoon);
    return () => {
      field.removeEventListener("input", read);
      form?.removeEventListener("reset", readSoon);
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
