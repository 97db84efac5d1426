import { useId, type ReactNode } from "react";

export interface Column<Row> {
  label: ReactNode;
  /** Renders a row's cell; the first column is the row header. */
  cell: (row: Row) => ReactNode;
  /** Text is aligned to the start, numbers (the default) to the end. */
  isText?: boolean;
}

interface DataTableProps<Row> {
  captionId?: string;
  caption: ReactNode;
  /** Visually hides the caption, if a heading already says the same. */
  hasHiddenCaption?: boolean;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  className?: string;
}

/** A data table. If wider than the screen it scrolls on its own, also by keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hasHiddenCaption = false, rows, keyOf, columns, className } = props;
  const uniqueId = useId();
  const captionId = props.captionId ?? uniqueId;
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
        className="scroll-x"
      >
        <table aria-labelledby={captionId} className="data-table">
          <thead>
            <tr>
              {columns.map(({ label, isText }, index) => (
                <th key={index} scope="col" className={isText ? "text-cell" : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ cell: content, isText }, index) => {
                  const Cell = index === 0 ? "th" : "td";
                  return (
                    <Cell
                      key={index}
                      scope={index === 0 ? "row" : undefined}
                      className={isText ? "text-cell" : undefined}
                    >
                      {content(row)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
