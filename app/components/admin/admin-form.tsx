import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { PostedForm } from "~/components/accounts/forms";
import { RecentConfirmation } from "./recent-confirmation";

interface AdminFormProps<Name extends string> extends Omit<
  ComponentProps<typeof PostedForm>,
  "children"
> {
  /** Nothing for a form that is only a button. */
  children?: (fields: Record<Name, FieldMetadata<string>>) => ReactNode;
}

/** A form of a page under `/admin`, whose action is an `adminAction`. */
export const AdminForm = <Name extends string>({ children, ...form }: AdminFormProps<Name>) => (
  <PostedForm<Name | IdentityField> {...form}>
    {(fields) => (
      <>
        {children?.(fields)}
        <RecentConfirmation fields={fields} submit={form.label} />
      </>
    )}
  </PostedForm>
);
