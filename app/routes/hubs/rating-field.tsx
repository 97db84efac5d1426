import { clsx } from "clsx";
import { AlertIcon, StarIcon, StarOutlineIcon } from "~/components/ui/icons";
import { plural } from "~/utils/format";
import type { FormField } from "~/utils/forms/use-form-fields";
import { RATINGS } from "~/components/ui/stars";

/**
 * A star rating built on radio buttons, so that it works by keyboard and without JavaScript: CSS
 * fills the stars up to the selected one.
 */
export function RatingField({ field }: { field: FormField }) {
  const { id, defaultValue, ...radio } = field.control;
  const errorId = field.errors ? `${id}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId} aria-invalid={field.errors ? true : undefined}>
      <legend className="text-sm font-medium">Rating</legend>
      <div className="-ms-2 mt-1.5 flex flex-wrap">
        {RATINGS.map(String).map((value) => (
          <label
            key={value}
            className={clsx(
              "grid w-11 justify-items-center rounded-sm py-1 hover:bg-sunken",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent",
              "[&:has(:checked)_.chosen]:block [&:has(~label_:checked)_.chosen]:block",
              "[&:has(:checked)_.open]:hidden [&:has(~label_:checked)_.open]:hidden",
              "has-checked:font-medium has-checked:text-ink",
            )}
          >
            <input
              {...radio}
              type="radio"
              id={`${id}-${value}`}
              value={value}
              defaultChecked={value === defaultValue}
              className="sr-only"
            />
            <span className="sr-only">{plural(Number(value), "star")}</span>
            <StarIcon className="chosen hidden size-6 text-warning" />
            <StarOutlineIcon className="open size-6 text-warning" />
            <span aria-hidden="true" className="text-sm tabular-nums">
              {value}
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
