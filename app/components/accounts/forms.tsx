import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "~/components/ui/button";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import type { FormIntent } from "~/utils/forms/form-messages";
import { useResultOf } from "~/utils/forms/result-of";

const useIsPending = (intent: FormIntent): boolean =>
  useNavigation().formData?.get("intent") === intent;

/** The constraints that the browser checks, by field name. */
export type FieldConstraints = Record<string, { required?: boolean }>;

interface PostedFormProps<Name extends string> {
  intent: FormIntent;
  /** The item's id, if each item of a list has such a form. */
  item?: string;
  constraint?: FieldConstraints;
  defaultValue?: Record<string, string | null> | null;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
  /** Whether the page is about nothing else. */
  isWholePage?: boolean;
  /** Whether the form leads to another page, which is then read from its top. */
  leavesPage?: boolean;
  children: (fields: Record<Name, FieldMetadata<string>>) => ReactNode;
}

/** A form whose page is rendered again with its errors, as in the settings. */
export function PostedForm<Name extends string>(props: PostedFormProps<Name>) {
  const { intent, item, constraint, defaultValue, isWholePage = false, leavesPage = false } = props;
  const isPending = useIsPending(intent);
  const result = useResultOf(intent, item);
  const [form, fields] = useForm<Record<string, string>>({
    id: item === undefined ? intent : `${intent}-${item}`,
    constraint,
    defaultValue,
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      preventScrollReset={!isWholePage && !leavesPage}
      className={clsx("grid gap-5", !isWholePage && "max-w-md")}
    >
      <input type="hidden" name="intent" value={intent} />
      <FormAlert>{result?.formError?.message}</FormAlert>
      {props.children(fields as Record<Name, FieldMetadata<string>>)}
      <Button
        variant={props.variant}
        pending={isPending}
        pendingLabel={props.pendingLabel}
        className={isWholePage ? undefined : "justify-self-start"}
      >
        {props.label}
      </Button>
    </Form>
  );
}

interface ButtonFormProps {
  intent: FormIntent;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
  /** Whether the form's action leads back to this page. */
  staysOnPage?: boolean;
}

/** A form that is only a button. The outcome of its action is stored, so it must not contain a secret. */
export function ButtonForm(props: ButtonFormProps) {
  const { intent, label, pendingLabel, variant, staysOnPage = false } = props;
  return (
    <Form method="post" preventScrollReset={staysOnPage}>
      <input type="hidden" name="intent" value={intent} />
      <FormKeyField />
      <Button variant={variant} pending={useIsPending(intent)} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </Form>
  );
}
