import type { FieldMetadata } from "@conform-to/react";
import { clsx } from "clsx";
import {
  useEffect,
  useId,
  useState,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { characterCount } from "~/domain/character-count";
import { AlertIcon, ChevronDownIcon } from "./icons";
import { NameSuggestions } from "./name-suggestions";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The field of a conform form. Without it, attributes give the name and the value. */
  field?: FieldMetadata<string>;
  errors?: readonly string[] | undefined;
  optional?: boolean;
  /** For the whole field. */
  className?: string;
  id?: string | undefined;
}

interface FieldLayoutProps extends FieldProps {
  /** Shows a character counter with this limit. */
  limit?: number | undefined;
  /** The text that the counter starts with. */
  initialText?: string | undefined;
  /** Renders the control with the attributes that name it and connect it with its hint, counter and errors. */
  children: (control: ReturnType<typeof controlOf>) => ReactNode;
}

export function FieldLayout(props: FieldLayoutProps) {
  const { label, hint, field, optional, className, limit, initialText = "", children } = props;
  const generatedId = useId();
  const id = field?.id ?? props.id ?? generatedId;
  const { errors, onInput } = useErrorsUntilCorrected(field?.errors ?? props.errors, limit);
  const describedBy = [
    ...(limit ? [`${id}-counter`] : []),
    ...(hint ? [`${id}-hint`] : []),
    ...(errors.length ? [`${id}-error`] : []),
  ];
  return (
    <div className={clsx("field", className)} onInput={onInput}>
      <div className="field-head">
        <label htmlFor={id} className="field-label">
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {limit ? (
          <CharacterCounter htmlFor={id} limit={limit} initial={characterCount(initialText)} />
        ) : null}
      </div>
      {children(controlOf(id, field, describedBy, errors.length > 0))}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </div>
  );
}

const NONE: readonly string[] = [];

/**
 * The server's errors until the field is corrected: as far as the browser can tell, otherwise until it is edited.
 * @param limit the greatest number of characters
 */
function useErrorsUntilCorrected(errors: readonly string[] = NONE, limit = Infinity) {
  const [corrected, setCorrected] = useState<readonly string[]>();
  const onInput = ({ target }: FormEvent) => {
    const { value, required, validity } = target as HTMLInputElement;
    const isMissing = required && !value.trim();
    if (!isMissing && characterCount(value) <= limit && validity.valid) setCorrected(errors);
  };
  return { errors: corrected === errors ? NONE : errors, onInput };
}

const controlOf = (
  id: string,
  field: FieldMetadata<string> | undefined,
  describedBy: readonly string[],
  isInvalid: boolean,
) => ({
  ...(field && {
    name: field.name,
    form: field.formId,
    defaultValue: field.initialValue,
  }),
  id,
  "aria-describedby": describedBy.join(" ") || undefined,
  "aria-invalid": isInvalid || undefined,
});

interface FieldErrorsProps {
  id: string;
  errors: readonly string[];
  className?: string;
}

const FieldErrors = ({ id, errors, className }: FieldErrorsProps) =>
  errors.length ? (
    <ul id={id} className={clsx("grid gap-1 text-sm font-medium text-negative", className)}>
      {errors.map((message) => (
        <li key={message} className="flex gap-1.5">
          <AlertIcon className="mt-0.5 size-4" />
          {message}
        </li>
      ))}
    </ul>
  ) : null;

export type InputFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

export function InputField(props: InputFieldProps) {
  const { label: _, hint, field, errors, optional, className, type = "text", ...input } = props;
  return (
    <FieldLayout {...props}>
      {(control) => (
        <input
          key={field?.key}
          type={type}
          dir={type === "text" ? "auto" : undefined}
          {...input}
          {...control}
          required={input.required || field?.required}
          className="control"
        />
      )}
    </FieldLayout>
  );
}

type TextareaFieldProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    limit?: number;
    /** Whether names of people are offered once an `@` is typed. */
    suggestsNames?: boolean;
  };

export function TextareaField(props: TextareaFieldProps) {
  const {
    label: _,
    hint,
    field,
    errors,
    optional,
    className,
    limit,
    suggestsNames,
    ...textarea
  } = props;
  const initialText = field?.initialValue ?? textarea.defaultValue ?? textarea.value;
  return (
    <FieldLayout {...props} initialText={initialText as string | undefined}>
      {(control) => {
        const area = (
          <textarea
            key={field?.key}
            dir="auto"
            rows={4}
            {...textarea}
            {...control}
            required={textarea.required || field?.required}
            className="control text-area"
          />
        );
        return suggestsNames ? <NameSuggestions key={field?.key}>{area}</NameSuggestions> : area;
      }}
    </FieldLayout>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[];
}

export const Select = ({ options, ...select }: SelectProps) => (
  <div className="relative">
    <select {...select} className="control appearance-none pe-10">
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDownIcon className="control-icon end-3" />
  </div>
);

interface SelectFieldProps extends FieldProps, SelectProps {
  field: FieldMetadata<string>;
}

export const SelectField = (props: SelectFieldProps) => (
  <FieldLayout {...props}>
    {(control) => (
      <Select
        key={props.field.key}
        {...control}
        required={props.field.required}
        options={props.options}
      />
    )}
  </FieldLayout>
);

interface RadioFieldsetProps {
  legend: string;
  field: FieldMetadata<string>;
  children: ReactNode;
}

export function RadioFieldset({ legend, field, children }: RadioFieldsetProps) {
  const { errors, onInput } = useErrorsUntilCorrected(field.errors);
  const isInvalid = errors.length > 0;
  return (
    <fieldset
      aria-describedby={isInvalid ? field.errorId : undefined}
      aria-invalid={isInvalid || undefined}
      onInput={onInput}
    >
      <legend className="field-label">{legend}</legend>
      {children}
      <FieldErrors id={field.errorId} errors={errors} className="mt-1" />
    </fieldset>
  );
}

interface CharacterCounterProps {
  htmlFor: string;
  limit: number;
  initial: number;
}

/** Shows `n/200`, updated on every input; without JavaScript it shows the initial count. */
function CharacterCounter({ htmlFor, limit, initial }: CharacterCounterProps) {
  const [count, setCount] = useState(initial);

  useEffect(() => {
    const field = document.getElementById(htmlFor);
    if (!(field instanceof HTMLTextAreaElement)) return;
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
      id={`${htmlFor}-counter`}
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
