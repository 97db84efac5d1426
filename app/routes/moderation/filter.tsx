import { useId } from "react";
import { Select } from "~/components/ui/field";
import { kindLabels } from "~/domain/log-words";
import { moderatedKinds } from "~/domain/moderation";

export type FilterOptions = readonly (readonly [value: string, label: string])[];

/** What cases and decisions are about. */
export const kindOptions: FilterOptions = moderatedKinds.map((kind) => [kind, kindLabels[kind]]);

interface FilterProps {
  name: string;
  label: string;
  /** The choice that does not filter. */
  all: string;
  options: FilterOptions;
  value: string | number | undefined;
}

/** A filter of the queue or of the log. */
export function Filter({ name, label, all, options, value = "" }: FilterProps) {
  const id = useId();
  return (
    <div className="field min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <Select
        id={id}
        name={name}
        defaultValue={String(value)}
        options={[
          { value: "", label: all },
          ...options.map(([option, text]) => ({ value: option, label: text })),
        ]}
      />
    </div>
  );
}
