import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { clsx } from "clsx";
import { AwaitData, SkeletonCards } from "~/components/ui/loading";
import { Card } from "~/components/ui/card";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { groundColor } from "~/components/ui/topic-colors";
import { topics } from "~/domain/topics";
import { uncountedHubs } from "~/services/articles/hubs-without-counts";
import { researchHubs } from "~/services/articles/hubs.server";
import { deferIfSlow } from "~/utils/browser/defer-if-slow";
import { formatNumber } from "~/utils/format";
import { loadOrFallback } from "~/utils/forms/offline-fallback";
import { orFallback } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";

/** Also serves `/research-hub`, see `routes.ts`. */
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  loaded: await orFallback(context, researchHubs(), "the counts of the hubs", uncountedHubs()),
});

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
          <>
            <ul className={grid}>
              {hubs.map((hub) => (
                <HubCard key={hub.slug} hub={hub} />
              ))}
            </ul>
            <p className="mt-6 text-sm text-muted">
              Papers are the reviews in a topic’s hub and the articles of its category.
            </p>
          </>
        )}
      </AwaitData>
    </Page>
  );
}

export const meta = fixedMeta({
  title: "Research Room",
  description: "Six topics, each with a hub of reviews and its number of papers and contributors.",
  path: "/research",
});

function HubCard({ hub }: { hub: Hubs[number] }) {
  const { title, description, slug, papers, contributors } = hub;
  return (
    <Card
      as="li"
      className="group relative overflow-hidden p-6 transition-colors hover:border-edge"
    >
      <span
        aria-hidden="true"
        className={clsx("absolute inset-x-0 top-0 h-[3px]", groundColor(slug))}
      />
      <h2 className="flex items-start justify-between gap-4 section-title">
        <Link to={`/category/${slug}`} className="card-link">
          {title}
        </Link>
        <ArrowRightIcon className="mt-1.5 text-muted group-hover:text-accent" />
      </h2>
      <p className="mt-3 text-base text-pretty">{description}</p>
      {papers === null || contributors === null ? null : (
        <dl className="mt-auto flex flex-wrap gap-x-8 pt-6">
          <Count count={papers} one="paper" many="papers" />
          <Count count={contributors} one="contributor" many="contributors" />
        </dl>
      )}
    </Card>
  );
}

const Count = ({ count, one, many }: { count: number; one: string; many: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-muted">{count === 1 ? one : many}</dt>
    <dd className="font-display text-xl font-medium tabular-nums">{formatNumber(count)}</dd>
  </div>
);
