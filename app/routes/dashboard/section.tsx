import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState, Pagination } from "~/components/ui/list";
import type { DashboardView } from "~/schemas/dashboard";
import type { OwnList } from "~/services/people/dashboard-types";
import { formatNumber } from "~/utils/format";

interface Column<Item> {
  label: string;
  /** Renders an item's cell; the first column is the row header. */
  cell: (item: Item) => ReactNode;
  isFigure?: boolean;
}

interface ListSectionProps<Item> {
  id: string;
  title: string;
  list: OwnList<Item>;
  /** The URL of the list's page after a cursor, or of its first page. */
  pathOf: (after: string | null) => string;
  view: DashboardView;
  card: (item: Item) => ReactNode;
  columns: readonly Column<Item>[];
  empty: { text: string; to: string; label: string };
}

export function ListSection<Item extends { id: string }>(props: ListSectionProps<Item>) {
  const { id, title, list, pathOf, view, card, empty } = props;
  const { items, total, next, isFirstPage } = list;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 section-title">
        {title}{" "}
        {total ? <span className="text-muted tabular-nums">({formatNumber(total)})</span> : null}
      </h2>
      {!total ? (
        <EmptyState
          action={
            <ButtonLink to={empty.to} variant="secondary">
              {empty.label}
            </ButtonLink>
          }
        >
          {empty.text}
        </EmptyState>
      ) : view === "table" ? (
        <Table {...props} />
      ) : (
        <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {items.map((item) => (
            <li key={item.id} className="grid min-w-0">
              {card(item)}
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={`Pages of ${title.toLowerCase()}`}
        previous={isFirstPage ? null : `${pathOf(null)}#${id}`}
        previousLabel="Newest"
        next={next && `${pathOf(next)}#${id}`}
        nextLabel="Older"
      />
    </section>
  );
}

function Table<Item extends { id: string }>({ id, list, columns }: ListSectionProps<Item>) {
  return (
    // A table wider than the screen scrolls on its own, also by keyboard; `relative` keeps the
    // visually hidden texts inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="scroll-x" role="group" aria-labelledby={id} tabIndex={0}>
      <table aria-labelledby={id} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-edge text-muted">
            {columns.map(({ label, isFigure }) => (
              <th
                key={label}
                scope="col"
                className={`${alignment(isFigure)} py-2 pe-4 font-medium last:pe-0`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((item) => (
            <tr key={item.id} className="border-b border-line align-top">
              {columns.map(({ label, cell, isFigure }, index) => {
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell
                    key={label}
                    scope={index === 0 ? "row" : undefined}
                    className={`${alignment(isFigure)} py-3 pe-4 font-normal last:pe-0 ${index === 0 ? "min-w-44 wrap-anywhere" : ""}`}
                  >
                    {cell(item)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const alignment = (isFigure = false) =>
  isFigure ? "text-end tabular-nums whitespace-nowrap" : "text-start";
