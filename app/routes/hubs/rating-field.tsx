import { getCollectionProps, type FieldMetadata } from "@conform-to/react";
import { clsx } from "clsx";
import { AlertIcon, StarIcon, StarOutlineIcon } from "~/components/ui/icons";
import { plural } from "~/utils/format";
import { RATINGS } from "~/components/ui/stars";

/**
 * A star rating built on radio buttons, so that it works by keyboard and without JavaScript: CSS
 * fills the stars up to the selected one.
 */
export function RatingField({ field }: { field: FieldMetadata<string> }) {
  const errorId = field.errors ? field.errorId : undefined;
  const options = getCollectionProps(field, { type: "radio", options: RATINGS.map(String) });
  return (
    <fieldset aria-describedby={errorId} aria-invalid={field.errors ? true : undefined}>
      <legend className="field-label">Rating</legend>
      <div className="-ms-2 mt-1.5 flex flex-wrap">
        {options.map(({ key, ...radio }) => (
          <label
            key={key}
            className={clsx(
              "grid w-11 justify-items-center rounded-sm py-1 hover:bg-sunken",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent",
              "[&:has(:checked)_.chosen]:block [&:has(~label_:checked)_.chosen]:block",
              "[&:has(:checked)_.open]:hidden [&:has(~label_:checked)_.open]:hidden",
              "has-checked:font-medium has-checked:text-ink",
            )}
          >
            <input {...radio} className="sr-only" />
            <span className="sr-only">{plural(Number(radio.value), "star")}</span>
            <StarIcon className="chosen hidden size-6 text-warning" />
            <StarOutlineIcon className="open size-6 text-warning" />
            <span aria-hidden="true" className="text-sm tabular-nums">
              {radio.value}
            </span>
          </label>
        ))}
      </div>
      {field.errors ? (
        <ul id={errorId} className="mt-1 grid gap-1 text-sm font-medium text-negative">
          {field.errors.map((message) => (
            <li key={message} className="flex gap-1.5">
              <AlertIcon className="mt-0.5 size-4" />
              {message}
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}
