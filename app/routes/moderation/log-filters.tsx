import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { decisionKindNames, decisionKinds, RULE_COUNT } from "~/domain/moderation";
import type { LogPageQuery } from "~/schemas/moderation-log";
import { Filter, kindOptions, type FilterOptions } from "./filter";

interface LogFiltersProps {
  filter: Omit<LogPageQuery, "after">;
  /** Those of the log, such as `2026-01`, newest first. */
  months: readonly string[];
}

const decisions: FilterOptions = decisionKindNames.map((name) => [
  name,
  `was ${decisionKinds[name].done}`,
]);
const rules: FilterOptions = Array.from({ length: RULE_COUNT }, (_, index) => {
  const rule = String(index + 1);
  return [rule, `Rule ${rule}`];
});

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** A form that combines the filters of the log; they are in the address. */
export function LogFilters({ filter, months }: LogFiltersProps) {
  const options: FilterOptions = months.map((month) => [
    month,
    MONTH.format(new Date(`${month}-01`)),
  ]);
  return (
    <Form
      role="search"
      action="/moderation/log"
      aria-label="Decisions"
      className="mb-6 grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <Filter
        name="kind"
        label="About"
        all="Everything"
        options={kindOptions}
        value={filter.kind}
      />
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
