import { encodeCursor } from "~/domain/cursor";
import { dashboardQuery } from "~/schemas/dashboard";
import type { DashboardParams } from "./path";

export function parseDashboardRequest(request: Request) {
  const { view, test, ...cursors } = dashboardQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const after = Object.entries(cursors).flatMap(([kind, cursor]) =>
    cursor ? [[kind, encodeCursor(cursor)]] : [],
  );
  const params: DashboardParams = {
    view,
    isSample: !!test,
    after: test ? {} : Object.fromEntries(after),
  };
  return { params, cursors };
}
