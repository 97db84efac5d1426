import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Link, TextLink } from "~/components/ui/link";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { MembershipStatus } from "~/components/membership/membership-status";
import { Card } from "~/components/ui/card";
import { CardsIcon, TableIcon } from "~/components/ui/icons";
import { Page, PageHeader } from "~/components/ui/page";
import { TabLinks } from "~/components/ui/list";
import { readOverview } from "~/services/people/dashboard.server";
import { requireViewer } from "~/utils/http/auth.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { dashboardPath } from "./path";
import { parseDashboardRequest } from "./query.server";
import { Recommendations } from "./recommendations";
import { sample } from "./sample";

export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const { params } = parseDashboardRequest(args.request);
  if (params.isSample) {
    const { standing, momentum, sentiment } = sample;
    return { params, standing, momentum, sentiment };
  }
  const viewer = await requireViewer(args, dashboardPath(params));
  return { params, ...(await orErrorResponse(readOverview(viewer))) };
}

const views = [
  { view: "cards", label: "Cards", Icon: CardsIcon },
  { view: "table", label: "Table", Icon: TableIcon },
] as const;

export default function DashboardLayout() {
  const { params, standing, ...recommendations } = useLoaderData<typeof loader>();
  const { view, isSample } = params;
  const viewer = useViewer();
  const isUnproven = !isSample && viewer !== null && !viewer.hasProvenEmail;
  const tabs = views.map(({ view: name, label, Icon }) => ({
    to: dashboardPath({ ...params, view: name }),
    current: name === view,
    label: (
      <>
        <Icon className="size-4" />
        {label}
      </>
    ),
  }));
  return (
    <Page>
      <PageHeader
        title="Dashboard"
        standfirst={
          isSample || !viewer
            ? "Your contributions and the latest recommendations on one page."
            : `What ${viewer.name} has contributed, and the latest recommendations.`
        }
        actions={<TabLinks label="View as" tabs={tabs} />}
      />
      {isSample ? <SampleNote isSignedIn={viewer !== null} /> : null}
      {isUnproven ? <UnprovenNote email={viewer.email} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-14">
          <Outlet />
        </div>
        <div className="grid grid-cols-1 gap-10">
          <Card as="section" aria-labelledby="membership" className="gap-4">
            <h2 id="membership" className="text-base font-medium">
              Membership
            </h2>
            <MembershipStatus standing={standing} />
            <Link to="/partner" className="link inline-flex items-center text-base touch">
              About the organisation and its members
            </Link>
          </Card>
          <Recommendations {...recommendations} view={view} />
        </div>
      </div>
    </Page>
  );
}

const SampleNote = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <div className="mb-10 flex flex-wrap items-center justify-between gap-4 rounded border border-warning bg-warning-wash px-5 py-4">
    <p className="max-w-measure text-base">
      <b className="font-medium">Sample content.</b> Everything below was made up to show the page.
      None of it can be changed.
    </p>
    {isSignedIn ? (
      <TextLink to="/dashboard">Show my dashboard</TextLink>
    ) : (
      <SignInTrigger size="sm" redirectTo="/dashboard">
        Sign In to see yours
      </SignInTrigger>
    )}
  </div>
);

const UnprovenNote = ({ email }: { email: string }) => (
  <div className="mb-10 flex flex-wrap items-center justify-between gap-4 rounded border border-warning bg-warning-wash px-5 py-4">
    <p className="max-w-measure text-base">
      <b className="font-medium">Confirm your address.</b> We mailed a link to{" "}
      <span className="break-words">{email}</span>.
    </p>
    <TextLink to="/prove-email">It did not arrive</TextLink>
  </div>
);

export const meta = hiddenMeta(
  "Dashboard",
  "Your articles, reviews and comments, and the latest recommendations.",
  "/dashboard",
);
