import { Form, useNavigation } from "@remix-run/react";
import { Button, type ButtonVariant } from "~/components/ui/button";
import { FormKeyField } from "~/components/ui/form";
import type { FormIntent } from "~/utils/forms/form-messages";

interface ButtonFormProps {
  intent: FormIntent;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
  /** Whether the form's action leads back to this page. */
  staysOnPage?: boolean;
}

/** A form that is only a button. The outcome of its action is stored, so it must not contain a secret. */
export function ButtonForm({
  intent,
  label,
  pendingLabel,
  variant,
  staysOnPage = false,
}: ButtonFormProps) {
  const isPending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset={staysOnPage}>
      <input type="hidden" name="intent" value={intent} />
      <FormKeyField />
      <Button variant={variant} pending={isPending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </Form>
  );
}
