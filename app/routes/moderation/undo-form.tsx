import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { PostedForm } from "~/components/accounts/forms";
import { TextareaField } from "~/components/ui/field";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";

/** The field for why a decision is undone, or an appeal decided so. */
export const WhyField = ({ field, hint }: { field: FieldMetadata<string>; hint: string }) => (
  <TextareaField label="Why" hint={hint} field={field} limit={MAX_MODERATION_NOTE_LENGTH} />
);

interface UndoFormProps {
  intent: "undoDecision" | "undoAll";
  label: string;
  hint: string;
  children?: ReactNode;
}

export const UndoForm = ({ children, hint, ...form }: UndoFormProps) => (
  <PostedForm<"note"> {...form} pendingLabel="Undoing…" variant="danger">
    {({ note }) => (
      <>
        {children}
        <WhyField field={note} hint={hint} />
      </>
    )}
  </PostedForm>
);
