import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { moderatedKinds, type ModeratedKind } from "~/domain/moderation";
import { serializeCase } from "~/presenters/moderation-queue";
import { CASES_PER_PAGE } from "~/domain/moderation-queue";
import { casesIn, decideManyIntent, queueQuery } from "~/schemas/moderation-queue";
import { ServiceError } from "~/services/errors";
import { decideMany, describeOutcome } from "~/services/moderation/decide-many.server";
import { readQueue } from "~/services/moderation/queue.server";
import { useHydrated } from "~/utils/browser/hydrated";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";
import { BulkForm } from "./bulk-form";
import { CaseEntry } from "./case-entry";
import { useCaseKeys } from "./use-case-keys";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const query = queueQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { after = null, ...filter } = query;
  const page = await orErrorResponse(readQueue(viewer, { filter, after, limit: CASES_PER_PAGE }));
  return {
    ...{ kind: filter.kind ?? null, only: filter.only ?? null },
    ...{ isFirst: !after, next: page.next, cases: page.items.map(serializeCase) },
  };
}

export const action = formAction({
  schema: decideManyIntent,
  forms: {
    decideMany: {
      page: ({ request }) => {
        const { pathname, search } = new URL(request.url);
        return pathname + search;
      },
      async handle({ intent: _, ...input }, { viewer }) {
        // A checkbox that is not set sends nothing.
        const { isAnonymous = false } = input;
        const outcome = await decideMany(viewer, casesIn(input), { ...input, isAnonymous });
        if (outcome.refused.length) throw new ServiceError("conflict", describeOutcome(outcome));
      },
    },
  },
});
export const clientAction = formClientAction("decideMany");

const kindLabels: Record<ModeratedKind, string> = {
  article: "Articles",
  comment: "Comments",
  review: "Reviews",
  person: "People",
};
const onlyLabels = { flagged: "Flagged", first: "First texts" } as const;

interface Filter {
  kind: ModeratedKind | null;
  only: keyof typeof onlyLabels | null;
}

function queuePath({ kind, only }: Filter, cursor: { after?: string } = {}): string {
  const search = new URLSearchParams({ ...(kind && { kind }), ...(only && { only }), ...cursor });
  return search.size ? `/moderation?${search}` : "/moderation";
}

export default function Queue() {
  const { cases, isFirst, next, ...filter } = useLoaderData<typeof loader>();
  const { kind, only } = filter;
  const list = useCaseKeys();
  const isHydrated = useHydrated();
  return (
    <>
      <PageHeader
        title="Queue"
        standfirst="What was flagged and what new accounts write, heaviest first."
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <TabLinks
          label="Kind"
          tabs={[null, ...moderatedKinds].map((one) => ({
            label: one ? kindLabels[one] : "All",
            to: queuePath({ kind: one, only }),
            current: one === kind,
          }))}
        />
        <TabLinks
          label="Why"
          tabs={[null, "flagged" as const, "first" as const].map((one) => ({
            label: one ? onlyLabels[one] : "For any reason",
            to: queuePath({ kind, only: one }),
            current: one === only,
          }))}
        />
      </div>
      {cases.length ? (
        <BulkForm>
          {isHydrated ? (
            <p className="text-sm text-muted pointer-coarse:hidden">
              Keys: <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous, <kbd>x</kbd>{" "}
              selects, <kbd>o</kbd> opens.
            </p>
          ) : null}
          <ul ref={list} className="mt-2 border-t border-line">
            {cases.map((one, i) => (
              <CaseEntry key={one.id} queued={one} place={i} />
            ))}
          </ul>
        </BulkForm>
      ) : (
        <EmptyState className="mt-6">
          {next ? "Nothing of this among the heaviest." : "Nothing waits for a decision."}
        </EmptyState>
      )}
      <Pagination
        label="Pages of the queue"
        previous={isFirst ? null : queuePath(filter)}
        previousLabel="First page"
        next={next && queuePath(filter, { after: next })}
      />
    </>
  );
}

export const meta = fixedMeta({
  title: "Queue · Moderation",
  description: "What waits for a decision of the moderators.",
  path: "/moderation",
  hidden: true,
});
