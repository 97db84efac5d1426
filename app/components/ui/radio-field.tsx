import type { InputHTMLAttributes } from "react";
import { AlertIcon } from "./icons";

interface RadioFieldProps {
  legend: string;
  errors?: readonly string[] | undefined;
  errorId: string;
  options: readonly (InputHTMLAttributes<HTMLInputElement> & { label: string })[];
}

/** A group of radio buttons, one below the other. */
export const RadioField = ({ legend, errors, errorId, options }: RadioFieldProps) => (
  <fieldset
    aria-describedby={errors ? errorId : undefined}
    aria-invalid={errors ? true : undefined}
  >
    <legend className="field-label">{legend}</legend>
    <div className="mt-1.5 grid gap-1">
      {options.map(({ label, ...radio }) => (
        <label key={label} className="flex min-h-11 items-center gap-3 text-base">
          <input {...radio} className="size-5 shrink-0 accent-accent" />
          {label}
        </label>
      ))}
    </div>
    {errors ? (
      <ul id={errorId} className="mt-1 grid gap-1 text-sm font-medium text-negative">
        {errors.map((message) => (
          <li key={message} className="flex gap-1.5">
            <AlertIcon className="mt-0.5 size-4" />
            {message}
          </li>
        ))}
      </ul>
    ) : null}
  </fieldset>
);
