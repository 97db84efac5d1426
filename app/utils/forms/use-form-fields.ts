import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useId, useState, type FormHTMLAttributes } from "react";

/** What the browser knows of the rules of a form's fields. */
export type FormConstraint = Record<string, { required?: boolean }>;

/** The attributes of a control, and what the server found wrong with it. */
export interface FormField {
  control: {
    id: string;
    name: string;
    form: string;
    required: boolean | undefined;
    defaultValue: string | undefined;
  };
  errors: string[] | undefined;
}

interface FormFieldsOptions<Name extends string> {
  names: readonly Name[];
  /** One is generated if omitted. */
  id?: string;
  constraint?: FormConstraint | undefined;
  /** conform's result of the last submission. */
  lastResult?: SubmissionResult | undefined;
  defaultValue?: Partial<Record<Name, string | undefined>>;
}

/**
 * The attributes of a form and its fields after the server's last answer to it, with the focus moved to the
 * first field that it rejects. The server alone validates, so that reading a page needs no form library.
 */
export function useFormFields<Name extends string>(options: FormFieldsOptions<Name>) {
  const { names, constraint, lastResult, defaultValue } = options;
  const generatedId = useId();
  const id = options.id ?? generatedId;
  // The errors stay while the form is submitted again.
  const [answer, setAnswer] = useState(lastResult);
  if (lastResult && lastResult !== answer) setAnswer(lastResult);
  // What is typed afterwards belongs to the visitor.
  const [initial] = useState<Record<string, unknown>>(
    lastResult?.initialValue ?? defaultValue ?? {},
  );

  useEffect(() => {
    const rejected = answer?.status === "error" ? answer.error : null;
    const form = document.getElementById(id);
    if (!rejected || !(form instanceof HTMLFormElement)) return;
    const controls = [...form.elements] as (Element & { name?: string })[];
    const first = controls.find(({ name }) => name && rejected[name]);
    if (first instanceof HTMLElement) first.focus();
  }, [answer, id]);

  const errorsOf = (name: string) => answer?.error?.[name] ?? undefined;
  const errors = errorsOf("");
  const errorId = `${id}-error`;
  const formProps = {
    id,
    noValidate: true,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors ? errorId : undefined,
  } satisfies FormHTMLAttributes<HTMLFormElement>;

  const fieldOf = (name: Name): FormField => {
    const value = initial[name];
    const control = {
      id: `${id}-${name}`,
      name,
      form: id,
      required: constraint?.[name]?.required || undefined,
      defaultValue: typeof value === "string" ? value : undefined,
    };
    return { control, errors: errorsOf(name) };
  };
  const fields = Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<
    Name,
    FormField
  >;
  return { formProps, fields, errors, errorId };
}
