import { clsx } from "clsx";
import {
  useId,
  type InputHTMLAttributes,
  type Key,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useState,
} from "react";
import { characterCount } from "~/domain/character-count";
import { AlertIcon, ChevronDownIcon } from "./icons";

/** Props from conform's `get…Props` helpers, or written by hand. */
type ControlProps<T> = T & { key?: Key | null };

interface FieldProps {
  label: string;
  /** Help text. */
  hint?: ReactNode;
  errors?: readonly string[] | string;
  /** Marks the field as optional. */
  optional?: boolean;
  className?: string;
}

const toList = (errors: FieldProps["errors"]): readonly string[] =>
  errors === undefined ? [] : typeof errors === "string" ? [errors] : errors;

interface ControlIds {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
}

/** The ids and ARIA attributes that connect a control with its hint, counter and errors. */
function useFieldIds(
  control: ControlIds,
  { hint, errors, limit }: Pick<FieldProps, "hint" | "errors"> & { limit?: number | undefined },
) {
  const generatedId = useId();
  const id = control.id ?? generatedId;
  const messages = toList(errors);
  const counterId = limit ? `${id}-counter` : undefined;
  const hintId = hint ? `${id}-hint` : undefined;
  // The same id as conform's `errorId`, so that its attributes agree with ours.
  const errorId = messages.length ? `${id}-error` : undefined;
  const describedBy = new Set([
    ...(control["aria-describedby"]?.split(" ") ?? []).filter((name) => name !== `${id}-error`),
    ...[counterId, hintId, errorId].filter((name) => name !== undefined),
  ]);
  return {
    id,
    messages,
    counterId,
    hintId,
    errorId,
    aria: {
      "aria-describedby": describedBy.size ? [...describedBy].join(" ") : undefined,
      "aria-invalid": messages.length ? true : undefined,
    },
  };
}

interface FieldLayoutProps extends FieldProps {
  id: string;
  hintId: string | undefined;
  errorId: string | undefined;
  messages: readonly string[];
  counter?: ReactNode;
  children: ReactNode;
}

function FieldLayout(props: FieldLayoutProps) {
  const { label, hint, optional, className, id, hintId, errorId, messages, counter, children } =
    props;
  return (
    <div className={clsx("field", className)}>
      <div className="field-head">
        <label htmlFor={id} className="field-label">
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
  input: ControlProps<InputHTMLAttributes<HTMLInputElement>>;
}

export function InputField({ input: { key, ...input }, ...field }: InputFieldProps) {
  const { aria, ...ids } = useFieldIds(input, field);
  return (
    <FieldLayout {...field} {...ids}>
      <input
        key={key}
        dir={input.type === "text" ? "auto" : undefined}
        {...input}
        {...aria}
        id={ids.id}
        className={clsx("control", input.className)}
      />
    </FieldLayout>
  );
}

export interface TextareaFieldProps extends FieldProps {
  textarea: ControlProps<TextareaHTMLAttributes<HTMLTextAreaElement>>;
  /** Shows a character counter with this limit. */
  limit?: number;
}

export function TextareaField({
  textarea: { key, ...textarea },
  limit,
  ...field
}: TextareaFieldProps) {
  const { aria, counterId, ...ids } = useFieldIds(textarea, { ...field, limit });
  const initial = textarea.defaultValue ?? textarea.value;
  const counter =
    limit && counterId ? (
      <CharacterCounter
        id={counterId}
        htmlFor={ids.id}
        limit={limit}
        initial={typeof initial === "string" ? characterCount(initial) : 0}
      />
    ) : null;
  return (
    <FieldLayout {...field} {...ids} counter={counter}>
      <textarea
        key={key}
        dir="auto"
        rows={4}
        {...textarea}
        {...aria}
        id={ids.id}
        className={clsx("control text-area", textarea.className)}
      />
    </FieldLayout>
  );
}

export interface SelectFieldProps extends FieldProps {
  select: ControlProps<SelectHTMLAttributes<HTMLSelectElement>>;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ select: { key, ...select }, options, ...field }: SelectFieldProps) {
  const { aria, ...ids } = useFieldIds(select, field);
  return (
    <FieldLayout {...field} {...ids}>
      <div className="relative">
        <select
          key={key}
          {...select}
          {...aria}
          id={ids.id}
          className={clsx("control appearance-none pe-10", select.className)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="control-icon end-3" />
      </div>
    </FieldLayout>
  );
}

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
