import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useParams,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { NavLink } from "~/components/ui/link";
import { PreviewOnListButton } from "~/components/recommendations/generate-button";
import { engineAt, engineDisplay } from "~/components/track-record/engine-display";
import { DateTime } from "~/components/ui/date-time";
import { Page } from "~/components/ui/page";
import type { Engine } from "~/domain/engines";
import { RECOMMENDATIONS_SHOWN } from "~/domain/field-limits";
import { mayPreview } from "~/domain/permissions";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { getContext } from "~/utils/http/load-context";
import { loadOrFallback, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { useViewer } from "~/utils/root-data";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

interface Week {
  id: string;
  weekDate: string;
}

/** The newest weeks, for the navigation between recommendations. The list itself does not need them. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  if (!params.id) return { weeks: [] };
  const engine = engineAt(new URL(request.url).pathname);
  try {
    return { weeks: await readWeeks(engine) };
  } catch (error) {
    getContext(context).log.error({ err: error }, "the newest weeks could not be read");
    return { weeks: [] };
  }
}

async function readWeeks(engine: Engine): Promise<Week[]> {
  const { items } = await recommendationEngines[engine].list({ limit: RECOMMENDATIONS_SHOWN });
  return items.map(({ id, weekDate }) => ({ id, weekDate }));
}

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) => {
  const fallback = { weeks: [] as Week[] };
  return params.id
    ? loadOrFallback(
        "weeks",
        request,
        () => serverLoader<typeof loader>(),
        () => fallback,
      )
    : fallback;
};

/** Load the weeks when coming from the list, but not between recommendations. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentParams, nextParams, formMethod = "GET" } = change;
  if (formMethod !== "GET") return skipRevalidationWhenOffline(change);
  return !currentParams.id && !!nextParams.id;
};

/** An engine's list, or one recommendation with the navigation between weeks above it. */
export default function RecommendationsLayout() {
  const { weeks } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const engine = engineAt(useLocation().pathname);
  if (!id) return <Outlet />;
  return (
    <Page>
      <Weeks engine={engine} weeks={weeks} />
      <Outlet />
    </Page>
  );
}

function Weeks({ engine, weeks }: { engine: Engine; weeks: readonly Week[] }) {
  const viewer = useViewer();
  const { name, list } = engineDisplay[engine];
  const link =
    "inline-flex min-h-11 items-center px-2.5 text-sm text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:underline underline-offset-8";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2 print:hidden">
      <nav aria-label={`${name} recommendations`} className="min-w-0">
        <ul className="-mx-2.5 flex flex-wrap">
          <li>
            <NavLink to={list} end className={link}>
              All weeks
            </NavLink>
          </li>
          {weeks.map((week) => (
            <li key={week.id} className="max-sm:nth-[n+4]:hidden">
              <NavLink to={`${list}/${week.id}`} className={link}>
                <DateTime value={week.weekDate} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {mayPreview(viewer) ? <PreviewOnListButton engine={engine} list={list} /> : null}
    </div>
  );
}
