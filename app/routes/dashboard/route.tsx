import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, type MetaFunction } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Standing } from "~/components/membership/standing";
import { Card } from "~/components/ui/card";
import { CardsIcon, TableIcon } from "~/components/ui/icons";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { TabLinks } from "~/components/ui/tab-links";
import { encodeCursor } from "~/domain/cursor";
import { dashboardQuery, type DashboardView } from "~/schemas/dashboard";
import { readDashboard, type OwnPlaces } from "~/services/dashboard.server";
import { getViewer } from "~/utils/auth.server";
import { ownHeaders } from "~/utils/headers";
import { pageMeta } from "~/utils/meta";
import { useViewer } from "~/utils/root-data";
import { Articles, Comments, Reviews } from "./contributions";
import { Recommendations } from "./recommendations";
import { sample } from "./sample";

export async function loader({ request }: LoaderFunctionArgs) {
  const { view, test, ...places } = dashboardQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const asked: Asked = { view, isSample: !!test, after: test ? {} : asTexts(places) };
  if (asked.isSample) return { asked, ...sample };
  const viewer = await getViewer(request);
  if (!viewer) {
    const back = encodeURIComponent(addressOf(asked)).replaceAll("%2F", "/");
    throw redirect(`/login?redirectTo=${back}`);
  }
  return { asked, ...(await readDashboard(viewer, places)) };
}

/** How the page is asked for, by its address. */
interface Asked {
  view: DashboardView;
  isSample: boolean;
  /** The cursors after which the pages of the lists begin. */
  after: Partial<Record<keyof OwnPlaces, string>>;
}

const asTexts = (places: OwnPlaces): Asked["after"] =>
  Object.fromEntries(
    Object.entries(places).flatMap(([kind, place]) => (place ? [[kind, encodeCursor(place)]] : [])),
  );

/** The address of what is asked for, what is shown first by the plainest. */
function addressOf({ view, isSample, after }: Asked): string {
  const query = new URLSearchParams({
    ...(isSample ? { test: "true" } : {}),
    ...(view === "cards" ? {} : { view }),
    ...after,
  });
  return `/dashboard${query.size ? `?${query}` : ""}`;
}

const views = [
  { view: "cards", label: "Cards", Icon: CardsIcon },
  { view: "table", label: "Table", Icon: TableIcon },
] as const;

export default function DashboardPage() {
  const { asked, articles, reviews, comments, standing, ...recommendations } =
    useLoaderData<typeof loader>();
  const { view, isSample } = asked;
  const pageOf = (kind: keyof OwnPlaces) => (place: string | null) => {
    const { [kind]: _, ...others } = asked.after;
    return addressOf({ ...asked, after: place ? { ...others, [kind]: place } : others });
  };
  const viewer = useViewer();
  const tabs = views.map(({ view: name, label, Icon }) => ({
    to: addressOf({ ...asked, view: name }),
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
            ? "What you contribute, and what is recommended, on one page."
            : `What ${viewer.name} contributes, and what is recommended.`
        }
        actions={<TabLinks label="View as" tabs={tabs} />}
      />
      {isSample ? <SampleNote isSignedIn={viewer !== null} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-14">
          <Articles list={articles} view={view} address={pageOf("articles")} />
          <Reviews list={reviews} view={view} address={pageOf("reviews")} />
          <Comments list={comments} view={view} address={pageOf("comments")} />
        </div>
        <div className="grid grid-cols-1 gap-10">
          <Card as="section" aria-labelledby="membership" className="gap-4">
            <h2 id="membership" className="text-base font-medium">
              Membership
            </h2>
            <Standing standing={standing} />
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
      Nothing of it can be changed.
    </p>
    {isSignedIn ? (
      <Link to="/dashboard" className="link">
        Show my own
      </Link>
    ) : (
      <SignInTrigger size="sm" redirectTo="/dashboard">
        Sign In for your own
      </SignInTrigger>
    )}
  </div>
);

export const headers = ownHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Dashboard",
    description: "Your articles, reviews and comments, and the latest recommendations.",
    path: "/dashboard",
    hidden: true,
  });
