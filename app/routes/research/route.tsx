import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs, type MetaFunction } from "@remix-run/react";
import { HubCard } from "./hub-card";
import { AwaitData } from "~/components/ui/await-data";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { SkeletonCards } from "~/components/ui/skeleton";
import { topics } from "~/domain/topics";
import { researchHubs } from "~/services/articles/hubs.server";
import { uncountedHubs } from "~/services/articles/hubs-without-counts";
import { loadOrFallback } from "~/utils/forms/offline-fallback";
import { getContext } from "~/utils/http/load-context";
import { pageMeta } from "~/utils/seo/meta";
import { deferIfSlow } from "~/utils/browser/defer-if-slow";

/** Also serves `/research-hub`, see `routes.ts`. */
export async function loader({ context }: LoaderFunctionArgs) {
  try {
    return { loaded: await researchHubs() };
  } catch (error) {
    getContext(context).log.error({ err: error }, "the hubs could not be counted");
    return { loaded: uncountedHubs() };
  }
}

type Hubs = Awaited<ReturnType<typeof loader>>["loaded"];

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  deferIfSlow<Hubs>(
    loadOrFallback<Hubs>(
      "research",
      request,
      () => serverLoader<typeof loader>().then(({ loaded }) => loaded),
      uncountedHubs,
    ),
  );

const grid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

export default function ResearchRoom() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <Page>
      <PageHeader
        title="Research Room"
        standfirst="Papers, articles and books, reviewed and rated by the people who read them."
      />
      <AwaitData
        data={loaded}
        skeleton={
          <SkeletonCards count={topics.length} label="Loading the topics" className={grid} />
        }
      >
        {(hubs) => (
          <ul className={grid}>
            {hubs.map((hub) => (
              <HubCard key={hub.slug} hub={hub} />
            ))}
          </ul>
        )}
      </AwaitData>
    </Page>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Research Room",
    description:
      "Six topics, each with a hub of reviews and its number of papers and contributors.",
    path: "/research",
  });
