import { Form, useNavigation } from "@remix-run/react";
import { Button, type ButtonVariant } from "~/components/ui/button";
import type { FormIntent } from "~/utils/forms/form-result";

interface ButtonFormProps {
  intent: FormIntent;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
}

/** A form that is only a button, on a page of its own. */
export function ButtonForm({ intent, label, pendingLabel, variant }: ButtonFormProps) {
  const isPending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button variant={variant} pending={isPending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </Form>
  );
}
