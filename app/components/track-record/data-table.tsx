import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

export interface Column<Row> {
  label: ReactNode;
  /** Of a row; the first column's cell heads it. */
  cell: (row: Row) => ReactNode;
  /** Words stand at the left; figures, which most columns are, under each other at the right. */
  isText?: boolean;
}

interface FigureTableProps<Row> {
  /** Says what is in it, above it. */
  caption: ReactNode;
  /** The caption is only heard: a heading above says the same. */
  hasHiddenCaption?: boolean;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Below the rows, in as many cells as there are columns. */
  foot?: readonly ReactNode[];
  className?: string;
}

/** A table of figures. One that is wider than its screen scrolls by itself, also by the keyboard. */
export function DataTable<Row>(props: FigureTableProps<Row>) {
  const { caption, hasHiddenCaption = false, rows, keyOf, columns, foot, className } = props;
  const captionId = useId();
  return (
    <div className={className}>
      <p
        id={captionId}
        className={
          hasHiddenCaption ? "sr-only" : "max-w-measure pb-1 text-sm text-pretty text-muted"
        }
      >
        {caption}
      </p>
      <div
        role="group"
        aria-labelledby={captionId}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative overflow-x-auto print:overflow-visible"
      >
        <table
          aria-labelledby={captionId}
          className="w-full border-collapse text-sm tabular-nums print:text-[8pt]"
        >
          <thead>
            <tr className="border-b border-edge align-bottom text-muted">
              {columns.map(({ label, isText }, index) => (
                <th key={index} scope="col" className={clsx(cell(isText), "py-2 font-medium")}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className="border-b border-line align-top">
                {columns.map(({ cell: content, isText }, index) => {
                  const Cell = index === 0 ? "th" : "td";
                  return (
                    <Cell
                      key={index}
                      scope={index === 0 ? "row" : undefined}
                      className={clsx(cell(isText), "py-2 font-normal")}
                    >
                      {content(row)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
          {foot ? (
            <tfoot>
              <tr className="border-b border-edge align-top font-medium">
                {foot.map((content, index) => {
                  const Cell = index === 0 ? "th" : "td";
                  return (
                    <Cell
                      key={index}
                      scope={index === 0 ? "row" : undefined}
                      className={clsx(cell(columns[index]?.isText), "py-2 font-medium")}
                    >
                      {content}
                    </Cell>
                  );
                })}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
    </div>
  );
}

const cell = (isText = false): string =>
  clsx(isText ? "text-start" : "text-end whitespace-nowrap", "pe-3 last:pe-0 sm:pe-5 print:pe-2");
