import { Form } from "@remix-run/react";
import { useId } from "react";
import { Button } from "~/components/ui/button";
import { ChevronDownIcon } from "~/components/ui/icons";
import { kindLabels } from "~/domain/log-words";
import { decisionKindNames, decisionKinds, moderatedKinds, RULE_COUNT } from "~/domain/moderation";
import type { LogPageQuery } from "~/schemas/moderation-log";

interface LogFiltersProps {
  filter: Omit<LogPageQuery, "after">;
  /** Those of the log, such as `2026-01`, newest first. */
  months: readonly string[];
}

export type Options = readonly (readonly [value: string, label: string])[];

export const kinds: Options = moderatedKinds.map((kind) => [kind, kindLabels[kind]]);
const decisions: Options = decisionKindNames.map((name) => [
  name,
  `was ${decisionKinds[name].done}`,
]);
const rules: Options = Array.from({ length: RULE_COUNT }, (_, index) => {
  const rule = String(index + 1);
  return [rule, `Rule ${rule}`];
});

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** A form that combines the filters of the log; they are in the address. */
export function LogFilters({ filter, months }: LogFiltersProps) {
  const options: Options = months.map((month) => [month, MONTH.format(new Date(`${month}-01`))]);
  return (
    <Form
      role="search"
      action="/moderation/log"
      aria-label="Decisions"
      className="mb-6 grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <Filter name="kind" label="About" all="Everything" options={kinds} value={filter.kind} />
      <Filter
        name="decision"
        label="Decision"
        all="Any decision"
        options={decisions}
        value={filter.decision}
      />
      <Filter name="rule" label="Rule" all="Any rule" options={rules} value={filter.rule} />
      <Filter name="month" label="Month" all="Any month" options={options} value={filter.month} />
      <Button variant="secondary" className="col-span-2 md:col-span-1">
        Filter
      </Button>
    </Form>
  );
}

interface FilterProps {
  name: string;
  label: string;
  /** The choice that does not filter. */
  all: string;
  options: Options;
  value: string | number | undefined;
}

export function Filter({ name, label, all, options, value = "" }: FilterProps) {
  const id = useId();
  return (
    <div className="field min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          name={name}
          defaultValue={String(value)}
          className="control appearance-none pe-10"
        >
          <option value="">{all}</option>
          {options.map(([option, optionLabel]) => (
            <option key={option} value={option}>
              {optionLabel}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="control-icon end-3" />
      </div>
    </div>
  );
}
