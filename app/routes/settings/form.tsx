import type { getFormProps } from "@conform-to/react";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import type { FormIntent, FormResult } from "~/utils/forms/form-result";

/** What the browser checks of each field. */
export type FieldConstraints = Record<string, { required?: boolean }>;

/** @returns what the page's action last said of one of its forms */
export function useResultOf(intent: FormIntent): FormResult | undefined {
  const result = useActionData<FormResult>();
  return result?.intent === intent ? result : undefined;
}

interface SettingsFormProps {
  intent: FormIntent;
  /** From conform. */
  props: ReturnType<typeof getFormProps>;
  label: string;
  pendingLabel: string;
  children: ReactNode;
}

/** One of the forms of a section of the settings. */
export function SettingsForm({ intent, props, label, pendingLabel, children }: SettingsFormProps) {
  const result = useResultOf(intent);
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
