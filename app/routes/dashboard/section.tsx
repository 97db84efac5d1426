import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import type { DashboardView } from "~/schemas/dashboard";

interface Column<Item> {
  label: string;
  /** Of a row; the first column's cell heads it. */
  cell: (item: Item) => ReactNode;
  /** Figures stand under each other at the right. */
  isFigure?: boolean;
}

interface ListSectionProps<Item> {
  id: string;
  title: string;
  items: readonly Item[];
  view: DashboardView;
  /** How an item looks among cards. */
  card: (item: Item) => ReactNode;
  /** How it looks in a table. */
  columns: readonly Column<Item>[];
  /** What is said when there is nothing, and what to do about it. */
  empty: { text: string; to: string; label: string };
}

/** One kind of thing on the dashboard, as cards or as a table. */
export function ListSection<Item extends { id: string }>(props: ListSectionProps<Item>) {
  const { id, title, items, view, card, empty } = props;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 font-display text-2xl font-medium">
        {title}{" "}
        {items.length ? <span className="text-muted tabular-nums">({items.length})</span> : null}
      </h2>
      {!items.length ? (
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
        <ul className="grid gap-5 sm:grid-cols-2">
          {items.map((item) => (
            <li key={item.id} className="grid min-w-0">
              {card(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Table<Item extends { id: string }>({ id, items, columns }: ListSectionProps<Item>) {
  return (
    // A table wider than the screen scrolls by itself, also by the keyboard; what is only heard stays in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="relative overflow-x-auto" role="group" aria-labelledby={id} tabIndex={0}>
      <table aria-labelledby={id} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-edge text-muted">
            {columns.map(({ label, isFigure }) => (
              <th
                key={label}
                scope="col"
                className={`${side(isFigure)} py-2 pe-4 font-medium last:pe-0`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className="border-b border-line align-top">
              {columns.map(({ label, cell, isFigure }, index) => {
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell
                    key={label}
                    scope={index === 0 ? "row" : undefined}
                    className={`${side(isFigure)} py-3 pe-4 font-normal last:pe-0 ${index === 0 ? "min-w-44" : ""}`}
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

const side = (isFigure = false) =>
  isFigure ? "text-end tabular-nums whitespace-nowrap" : "text-start";

/** A title that leads to its thing, where there is one. */
export const TitleLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link to={to} className="hover:underline">
      {children}
    </Link>
  );
