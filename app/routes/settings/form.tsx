import type { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { ButtonForm } from "~/components/accounts/button-form";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import type { FormIntent } from "~/utils/forms/form-messages";
import { useResultOf } from "~/utils/forms/result-of";

/** The constraints that the browser checks, by field name. */
export type FieldConstraints = Record<string, { required?: boolean }>;

interface SettingsFormProps {
  intent: FormIntent;
  /** The item's id, if each item of a list has such a form. */
  item?: string;
  /** Conform's props for the form element. */
  props: ReturnType<typeof getFormProps>;
  label: string;
  pendingLabel: string;
  children: ReactNode;
}

/** A form in a section of the settings. */
export function SettingsForm(settings: SettingsFormProps) {
  const { intent, item, props, label, pendingLabel, children } = settings;
  const result = useResultOf(intent, item);
  const isPending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" {...props} preventScrollReset className="grid max-w-md gap-5">
      <input type="hidden" name="intent" value={intent} />
      <FormAlert>{result?.formError?.message}</FormAlert>
      {children}
      <Button pending={isPending} pendingLabel={pendingLabel} className="justify-self-start">
        {label}
      </Button>
    </Form>
  );
}

/** A form that is only a button, with its error. */
export const SettingsButton = (props: ComponentProps<typeof ButtonForm>) => (
  <div className="grid justify-items-start gap-4">
    <FormAlert>{useResultOf(props.intent)?.formError?.message}</FormAlert>
    <ButtonForm {...props} staysOnPage />
  </div>
);
