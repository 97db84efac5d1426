import { clsx } from "clsx";
import {
  useId,
  type InputHTMLAttributes,
  type Key,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { characterCount } from "~/domain/character-count";
import { CharacterCounter } from "./character-counter";
import { AlertIcon, ChevronDownIcon } from "./icons";

/** What one of conform's `get…Props` functions gives, or props written by hand. */
type Spread<T> = T & { key?: Key | null };

interface FieldProps {
  label: string;
  /** What to know before typing. */
  hint?: ReactNode;
  errors?: readonly string[] | string;
  /** Shown instead of nothing when the field may stay empty. */
  optional?: boolean;
  className?: string;
}

const control =
  "w-full rounded border border-edge bg-raised px-3 text-base text-ink placeholder:text-muted " +
  "transition-colors hover:border-ink [&[readonly]]:bg-sunken " +
  "disabled:opacity-60 aria-invalid:border-negative aria-invalid:outline-negative";

const listed = (errors: FieldProps["errors"]): readonly string[] =>
  errors === undefined ? [] : typeof errors === "string" ? [errors] : errors;

interface WiringOptions {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
}

/** The ids that tie a control to its hint and its errors, and what the control says of itself. */
function useWiring(
  given: WiringOptions,
  { hint, errors, limit }: Pick<FieldProps, "hint" | "errors"> & { limit?: number | undefined },
) {
  const made = useId();
  const id = given.id ?? made;
  const messages = listed(errors);
  const counterId = limit ? `${id}-counter` : undefined;
  const hintId = hint ? `${id}-hint` : undefined;
  // The id that conform gives to the errors of a field, so that its own wiring agrees with ours.
  const errorId = messages.length ? `${id}-error` : undefined;
  const described = new Set([
    ...(given["aria-describedby"]?.split(" ") ?? []).filter((name) => name !== `${id}-error`),
    ...[counterId, hintId, errorId].filter((name) => name !== undefined),
  ]);
  return {
    id,
    messages,
    counterId,
    hintId,
    errorId,
    aria: {
      "aria-describedby": described.size ? [...described].join(" ") : undefined,
      "aria-invalid": messages.length ? true : undefined,
    },
  };
}

interface ShellProps extends FieldProps {
  id: string;
  hintId: string | undefined;
  errorId: string | undefined;
  messages: readonly string[];
  counter?: ReactNode;
  children: ReactNode;
}

function Shell(props: ShellProps) {
  const { label, hint, optional, className, id, hintId, errorId, messages, counter, children } =
    props;
  return (
    <div className={clsx("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {counter}
      </div>
      {children}
      {hint ? (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {messages.length ? (
        <ul id={errorId} className="grid gap-1 text-sm font-medium text-negative">
          {messages.map((message) => (
            <li key={message} className="flex gap-1.5">
              <AlertIcon className="mt-0.5 size-4" />
              {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

export interface InputFieldProps extends FieldProps {
  input: Spread<InputHTMLAttributes<HTMLInputElement>>;
}

export function InputField({ input: { key, ...input }, ...field }: InputFieldProps) {
  const { aria, ...wiring } = useWiring(input, field);
  return (
    <Shell {...field} {...wiring}>
      <input
        key={key}
        {...input}
        {...aria}
        id={wiring.id}
        className={clsx(control, "min-h-11", input.className)}
      />
    </Shell>
  );
}

export interface TextareaFieldProps extends FieldProps {
  textarea: Spread<TextareaHTMLAttributes<HTMLTextAreaElement>>;
  /** Shows how many characters of so many are used. */
  limit?: number;
}

export function TextareaField({
  textarea: { key, ...textarea },
  limit,
  ...field
}: TextareaFieldProps) {
  const { aria, counterId, ...wiring } = useWiring(textarea, { ...field, limit });
  const initial = textarea.defaultValue ?? textarea.value;
  const counter =
    limit && counterId ? (
      <CharacterCounter
        id={counterId}
        htmlFor={wiring.id}
        limit={limit}
        initial={typeof initial === "string" ? characterCount(initial) : 0}
      />
    ) : null;
  return (
    <Shell {...field} {...wiring} counter={counter}>
      <textarea
        key={key}
        rows={4}
        {...textarea}
        {...aria}
        id={wiring.id}
        className={clsx(control, "field-sizing-content min-h-24 py-2.5", textarea.className)}
      />
    </Shell>
  );
}

export interface SelectFieldProps extends FieldProps {
  select: Spread<SelectHTMLAttributes<HTMLSelectElement>>;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ select: { key, ...select }, options, ...field }: SelectFieldProps) {
  const { aria, ...wiring } = useWiring(select, field);
  return (
    <Shell {...field} {...wiring}>
      <div className="relative">
        <select
          key={key}
          {...select}
          {...aria}
          id={wiring.id}
          className={clsx(control, "min-h-11 appearance-none pe-10", select.className)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
      </div>
    </Shell>
  );
}
