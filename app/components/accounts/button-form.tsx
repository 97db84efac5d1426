import { Form, useNavigation } from "@remix-run/react";
import { Button, type ButtonVariant } from "~/components/ui/button";
import { FormKeyField } from "~/components/ui/form-key-field";
import type { FormIntent } from "~/utils/forms/form-result";

interface ButtonFormProps {
  intent: FormIntent;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
}

/** A form that is only a button, on a page of its own. What it answers is stored, so it must be no secret. */
export function ButtonForm({ intent, label, pendingLabel, variant }: ButtonFormProps) {
  const isPending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <FormKeyField />
      <Button variant={variant} pending={isPending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </Form>
  );
}
