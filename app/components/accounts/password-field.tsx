import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { FieldLayout, type InputFieldProps } from "~/components/ui/field";
import { useHydrated } from "~/utils/browser/hydrated";

/** A password that can be shown, with a button that only a browser with scripts has. */
export function PasswordField(props: InputFieldProps) {
  const { label: _, hint, field, errors, optional, className, ...input } = props;
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useHydrated();
  return (
    <FieldLayout {...props}>
      {(control) => (
        <div className="relative">
          <input
            key={field?.key}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            required={input.required || field?.required}
            className="control pe-20"
          />
          {isHydrated ? (
            <button
              type="button"
              aria-pressed={isShown}
              aria-controls={control.id}
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-0 end-0 min-w-11 rounded px-3 text-sm font-medium text-accent hover:underline aria-pressed:underline"
            >
              Show<span className="sr-only"> password</span>
            </button>
          ) : null}
        </div>
      )}
    </FieldLayout>
  );
}

interface NewPasswordFieldsProps {
  label: string;
  fields: Record<"password" | "confirmPassword", FieldMetadata<string>>;
}

export const NewPasswordFields = ({ label, fields }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label={label}
      hint="At least 8 characters, with a letter or digit and a symbol."
      field={fields.password}
      autoComplete="new-password"
    />
    <PasswordField
      label="Confirm password"
      field={fields.confirmPassword}
      autoComplete="new-password"
    />
  </>
);
