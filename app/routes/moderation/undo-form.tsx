import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { PostedForm } from "~/components/accounts/forms";
import { TextareaField } from "~/components/ui/field";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";

/** Asks why a decision is undone, or why an appeal is decided as it is. */
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
