import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { SectionTabs } from "~/components/frame/section-tabs";
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
  return (
    <Page>
      <SectionTabs label="Admin" tabs={adminTabs} />
      <Outlet />
    </Page>
  );
}
