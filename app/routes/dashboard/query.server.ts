import type { Cursor } from "~/domain/cursor";
import { encodeCursor } from "~/domain/cursor";
import { dashboardQuery, type DashboardView } from "~/schemas/dashboard";

/** The paginated lists. */
type Kind = "articles" | "reviews" | "comments";
export type Cursors = Partial<Record<Kind, Cursor>>;

/** The dashboard's URL parameters. */
export interface DashboardParams {
  view: DashboardView;
  isSample: boolean;
  /** The encoded cursor of each list's page. */
  after: Partial<Record<Kind, string>>;
}

/** @returns the URL parameters, and the cursors they contain */
export function parseDashboardRequest(request: Request): {
  params: DashboardParams;
  cursors: Cursors;
} {
  const { view, test, ...cursors } = dashboardQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  return { params: { view, isSample: !!test, after: test ? {} : encodeCursors(cursors) }, cursors };
}

const encodeCursors = (cursors: Cursors): DashboardParams["after"] =>
  Object.fromEntries(
    Object.entries(cursors).flatMap(([kind, cursor]) =>
      cursor ? [[kind, encodeCursor(cursor)]] : [],
    ),
  );
