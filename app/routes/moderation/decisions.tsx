import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState, Pagination } from "~/components/ui/list";
import { Link } from "~/components/ui/link";
import { whatBecameOf } from "~/domain/statements";
import { placeQuery } from "~/schemas/moderation-queue";
import { readOwnStatements } from "~/services/moderation/statements.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const PATH = "/moderation/decisions";
const PER_PAGE = 25;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { after = null } = placeQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const page = readOwnStatements(viewer, { after, limit: PER_PAGE });
  const { items, next } = await orErrorResponse(page);
  return {
    next,
    decisions: items.map(({ decision }) => ({
      id: decision.id,
      at: decision.at.toISOString(),
      text: whatBecameOf({ ...decision, kind: decision.target.kind }),
    })),
  };
}

export default function Decisions() {
  const { decisions, next } = useLoaderData<typeof loader>();
  return (
    <OwnPage
      title="Decisions"
      standfirst="What moderators decided about you and what you wrote, with the reasons, and how to appeal."
    >
      {decisions.length ? (
        <ul className="grid">
          {decisions.map(({ id, text, at }) => (
            <li key={id} className="border-b border-line pt-1 pb-3">
              <Link
                to={`${PATH}/${id}`}
                dir="auto"
                className="block pt-3 pb-1.5 wrap-anywhere hover:underline"
              >
                {text}
              </Link>
              <p className="meta-line">
                <DateTime value={at} withTime />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>No moderator has decided about you or what you wrote.</EmptyState>
      )}
      <Pagination
        next={next && `${PATH}?after=${next}`}
        nextLabel="Older"
        label="Pages of decisions"
      />
    </OwnPage>
  );
}

export const meta = hiddenMeta(
  "Decisions",
  "What moderators decided about you and what you wrote.",
  PATH,
);
