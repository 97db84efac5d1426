import { getInputProps, type FieldMetadata } from "@conform-to/react";

/** The checkbox with which a moderator is not named. */
export const AnonymityField = ({ field }: { field: FieldMetadata<string> }) => (
  <label className="flex min-h-11 items-center gap-3 text-base">
    <input {...getInputProps(field, { type: "checkbox" })} className="size-5 accent-accent" />
    Show me as “a moderator” in decisions
  </label>
);
