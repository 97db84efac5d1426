import { Link } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { clsx } from "clsx";
import type { ReactNode } from "react";

interface MethodProps {
  title: string;
  standfirst: string;
  steps: readonly { title: string; text: string }[];
  example: { table: ReactNode; to: string } | null;
}

/** A method explained step by step, beside a worked example. */
export const MethodExplanation = ({ title, standfirst, steps, example }: MethodProps) => (
  <Section id="method" title={title} standfirst={standfirst}>
    <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <ol className="grid gap-5">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)]">
            <span aria-hidden="true" className="font-display text-xl text-muted tabular-nums">
              {index + 1}
            </span>
            <div>
              <h3 className="font-display text-xl font-medium">{title}</h3>
              <p className="mt-0.5 text-base text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {example ? (
        <div className="min-w-0 overflow-x-auto rounded border border-line bg-raised p-5 sm:p-6">
          {example.table}
          <p className="mt-4">
            <Link to={example.to} className="link inline-flex items-center text-base touch">
              See every input and step
            </Link>
          </p>
        </div>
      ) : (
        <p className="rounded border border-dashed border-edge px-6 py-8 font-display text-xl text-balance">
          Once there is a recommendation, its calculation is shown here, step by step.
        </p>
      )}
    </div>
  </Section>
);

export interface CalculationRow {
  label: string;
  step?: number;
  values: readonly string[];
}

interface CalculationTableProps {
  caption: ReactNode;
  columns: readonly string[];
  rows: readonly CalculationRow[];
  result: CalculationRow;
}

const figureCell = "w-1/3 text-end tabular-nums";

/** A worked calculation: each label stands above its values, so that the table fits a phone. */
export const CalculationTable = ({ caption, columns, rows, result }: CalculationTableProps) => (
  <table className="w-full border-collapse text-base">
    <caption className="pb-3 text-start text-sm text-pretty text-muted">{caption}</caption>
    <thead>
      <tr className="border-b border-edge text-sm">
        {columns.map((column) => (
          <th key={column} scope="col" className={clsx(figureCell, "pb-1.5 font-medium")}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    {rows.map((row) => (
      <CalculationRowGroup key={row.label} {...row} />
    ))}
    <CalculationRowGroup {...result} isResult />
  </table>
);

const CalculationRowGroup = ({
  label,
  step,
  values,
  isResult = false,
}: CalculationRow & { isResult?: boolean }) => (
  <tbody
    className={isResult ? "border-t border-edge" : "border-t border-line first-of-type:border-0"}
  >
    <tr>
      <th
        scope="rowgroup"
        colSpan={values.length}
        className={clsx(
          "pt-1.5 text-start text-sm text-pretty",
          isResult ? "font-medium" : "font-normal text-muted",
        )}
      >
        {step ? (
          <span aria-hidden="true" className="me-2 font-display">
            {step}
          </span>
        ) : null}
        {label}
      </th>
    </tr>
    <tr>
      {values.map((value, index) => (
        <td
          key={index}
          className={clsx(figureCell, "pb-1.5", isResult && "font-display text-xl font-medium")}
        >
          {value}
        </td>
      ))}
    </tr>
  </tbody>
);
