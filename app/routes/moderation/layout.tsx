import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SectionTabs } from "~/components/frame/section-tabs";
import { BoundedCount } from "~/components/ui/list";
import { Page } from "~/components/ui/page";
import { countWaiting, MAX_COUNTED } from "~/services/moderation/queue.server";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { moderationTabs } from "./tabs";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const { cases, appeals } = viewer
    ? await orErrorResponse(countWaiting(viewer))
    : { cases: 0, appeals: 0 };
  return {
    waiting: { "/moderation": cases, "/moderation/appeals": appeals } as Record<string, number>,
    most: MAX_COUNTED,
  };
}

/** The frame of the moderators’ pages: their tabs, with what waits. */
export default function ModerationLayout() {
  const { waiting, most } = useLoaderData<typeof loader>();
  return (
    <Page>
      <SectionTabs
        label="Moderation"
        tabs={moderationTabs.map(({ to, label }) => ({
          to,
          label: waiting[to] ? (
            <>
              {label} <BoundedCount count={waiting[to]} isMore={waiting[to] >= most} />
            </>
          ) : (
            label
          ),
        }))}
      />
      <Outlet />
    </Page>
  );
}
