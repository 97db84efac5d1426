import type { Cursor } from "~/domain/cursor";
import { encodeCursor } from "~/domain/cursor";
import { dashboardQuery, type DashboardView } from "~/schemas/dashboard";

/** The lists of one's own that are paged by the address. */
type Kind = "articles" | "reviews" | "comments";
export type Places = Partial<Record<Kind, Cursor>>;

/** How the dashboard is asked for, by its address. */
export interface DashboardParams {
  view: DashboardView;
  isSample: boolean;
  /** The cursors after which the pages of the lists begin. */
  after: Partial<Record<Kind, string>>;
}

/** @returns what an address asks for, and the places in the lists that it names */
export function askedFor(request: Request): { asked: DashboardParams; places: Places } {
  const { view, test, ...places } = dashboardQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  return { asked: { view, isSample: !!test, after: test ? {} : asTexts(places) }, places };
}

const asTexts = (places: Places): DashboardParams["after"] =>
  Object.fromEntries(
    Object.entries(places).flatMap(([kind, place]) => (place ? [[kind, encodeCursor(place)]] : [])),
  );
