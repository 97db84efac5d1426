import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { TabLinks } from "~/components/ui/list";
import { Page } from "~/components/ui/page";
import { readConfirmationState } from "~/services/accounts/recent-confirmation.server";
import { requirePower } from "~/services/require-power";
import { keepPageWhenSignedOut } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm, sessionOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { getOrigin } from "~/utils/http/origin.server";
import { adminTabs } from "./tabs";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const acting = { viewer, session: (await sessionOfPage(args))?.session ?? null };
  return { confirmation: viewer && (await orErrorResponse(readState())) };

  async function readState() {
    requirePower(viewer, "administer");
    return readConfirmationState(acting, getOrigin(args.request));
  }
}

export const shouldRevalidate = keepPageWhenSignedOut;

/** The frame of the operator’s desk: its tabs. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const isAt = (to: string) =>
    to === "/admin" ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Page>
      <TabLinks
        label="Admin"
        tabs={adminTabs.map((tab) => ({ ...tab, current: isAt(tab.to) }))}
        className="mt-6 -mb-4 max-sm:[&_.tab]:px-1.5 max-sm:[&_ul]:gap-0"
      />
      <Outlet />
    </Page>
  );
}
