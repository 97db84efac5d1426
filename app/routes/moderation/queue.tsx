import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { moderationReasonNames, moderationReasons } from "~/domain/moderation";
import { CASES_PER_PAGE, queuedBecause } from "~/domain/moderation-queue";
import { serializeCase } from "~/presenters/moderation-queue";
import { casesIn, decideManyIntent, queueQuery } from "~/schemas/moderation-queue";
import { ServiceError } from "~/services/errors";
import { decideMany, describeOutcome } from "~/services/moderation/decide-many.server";
import { readQueue } from "~/services/moderation/queue.server";
import { useHydrated } from "~/utils/browser/hydrated";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { BulkForm } from "./bulk-form";
import { CaseEntry } from "./case-entry";
import { Filter, kindOptions, type FilterOptions } from "./filter";
import { useCaseKeys } from "./use-case-keys";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const query = queueQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { after = null, ...filter } = query;
  const page = await orErrorResponse(readQueue(viewer, { filter, after, limit: CASES_PER_PAGE }));
  return { filter, isFirst: !after, next: page.next, cases: page.items.map(serializeCase) };
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

const because: FilterOptions = Object.entries(queuedBecause);
const reasons: FilterOptions = moderationReasonNames.map((name) => [
  name,
  moderationReasons[name].label,
]);

export default function Queue() {
  const { cases, isFirst, next, filter } = useLoaderData<typeof loader>();
  const { kind, only, reason } = filter;
  const list = useCaseKeys();
  const isHydrated = useHydrated();
  const path = (cursor: { after?: string } = {}) => {
    const search = new URLSearchParams({ ...filter, ...cursor });
    return search.size ? `/moderation?${search}` : "/moderation";
  };
  return (
    <>
      <PageHeader
        title="Queue"
        standfirst="What was flagged and what new accounts write, heaviest first."
      />
      <Form
        role="search"
        action="/moderation"
        aria-label="Queue"
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
      >
        <Filter name="kind" label="About" all="Everything" options={kindOptions} value={kind} />
        <Filter name="only" label="Because of" all="Anything" options={because} value={only} />
        <Filter name="reason" label="Flagged as" all="Anything" options={reasons} value={reason} />
        <Button variant="secondary">Filter</Button>
      </Form>
      {cases.length ? (
        <BulkForm>
          {isHydrated ? (
            <p className="mt-4 text-sm text-muted pointer-coarse:hidden">
              Keys: <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous, <kbd>x</kbd>{" "}
              selects, <kbd>o</kbd> opens.
            </p>
          ) : null}
          <ul ref={list} className="mt-4 border-t border-line">
            {cases.map((one, i) => (
              <CaseEntry key={one.id} queued={one} place={i} />
            ))}
          </ul>
        </BulkForm>
      ) : (
        <EmptyState className="mt-6">
          {next
            ? "None of the heaviest cases is like this."
            : (kind ?? only ?? reason)
              ? "No such case waits for a decision."
              : "Nothing waits for a decision."}
        </EmptyState>
      )}
      <Pagination
        label="Pages of the queue"
        previous={isFirst ? null : path()}
        previousLabel="First page"
        next={next && path({ after: next })}
      />
    </>
  );
}

export const meta = hiddenMeta(
  "Queue · Moderation",
  "What waits for a decision of the moderators.",
  "/moderation",
);
