import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { SearchForm } from "~/components/ui/search-input";
import { MAX_NAME_LENGTH } from "~/domain/person-path";
import { serializeListedDecision } from "~/presenters/moderation-lists";
import { CASES_PER_PAGE } from "~/domain/moderation-queue";
import { placeQuery } from "~/schemas/moderation-queue";
import { readDecided } from "~/services/moderation/lists.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";
import { DecisionLine } from "./decision-line";

export { noStore as headers } from "~/utils/http/headers";

const PATH = "/moderation/decided";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { after = null, by } = placeQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const page = await orErrorResponse(readDecided(viewer, { by, after, limit: CASES_PER_PAGE }));
  return {
    ...{ by: by ?? "", isFirst: !after, next: page.next },
    decisions: page.items.map(serializeListedDecision),
  };
}

export default function Decided() {
  const { by, decisions, isFirst, next } = useLoaderData<typeof loader>();
  const path = (cursor: { after?: string } = {}) => {
    const search = new URLSearchParams({ ...(by && { by }), ...cursor });
    return search.size ? `${PATH}?${search}` : PATH;
  };
  return (
    <>
      <PageHeader title="Decisions" standfirst="All decisions of all moderators, newest first." />
      <div className="max-w-reading">
        <SearchForm
          action={PATH}
          of="Decisions"
          button="Show"
          className="mb-6"
          name="by"
          aria-label="The name of a moderator"
          placeholder="The name of a moderator"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={by}
        />
        {decisions.length ? (
          <ul className="border-t border-line">
            {decisions.map((one) => (
              <li key={one.id} className="border-b border-line py-4">
                <DecisionLine decision={one} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>Nothing has been decided yet.</EmptyState>
        )}
        <Pagination
          label="Pages of decisions"
          previous={isFirst ? null : path()}
          previousLabel="First page"
          next={next && path({ after: next })}
        />
      </div>
    </>
  );
}

export const meta = fixedMeta({
  title: "Decisions · Moderation",
  description: "All decisions of all moderators.",
  path: PATH,
  hidden: true,
});
