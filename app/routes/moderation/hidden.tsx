import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { moderationReasons } from "~/domain/moderation";
import { serializeHidden } from "~/presenters/moderation-lists";
import { CASES_PER_PAGE } from "~/domain/moderation-queue";
import { placeQuery } from "~/schemas/moderation-queue";
import { readHidden } from "~/services/moderation/lists.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

const PATH = "/moderation/hidden";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { after = null } = placeQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const page = await orErrorResponse(readHidden(viewer, { after, limit: CASES_PER_PAGE }));
  return { texts: page.items.map(serializeHidden), isFirst: !after, next: page.next };
}

export default function Hidden() {
  const { texts, isFirst, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Hidden" standfirst="What moderators have hidden, the last first." />
      {texts.length ? (
        <ul className="max-w-reading border-t border-line">
          {texts.map((text) => (
            <li key={text.id} className="border-b border-line py-4">
              <h2 dir="auto" className="font-display text-lg font-medium wrap-anywhere">
                {text.kind === "comment" ? "On " : ""}“{text.title ?? "a removed text"}”
              </h2>
              <p className="meta-line mt-1 items-center">
                <Badge>{moderationReasons[text.reason].label}</Badge>
                <PersonLink name={text.authorName} />
                <span>
                  hidden <DateTime value={text.hiddenAt} />
                </span>
              </p>
              <details className="mt-1">
                <summary className="disclosure">The text</summary>
                <p dir="auto" className="typed-lines mt-1 wrap-anywhere">
                  {text.text}
                </p>
              </details>
              <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
                <Link to={`/moderation/decisions/${text.decisionId}`} className="text-link touch">
                  Why
                </Link>
                <Link to={`/moderation/decide/${text.kind}/${text.id}`} className="text-link touch">
                  Restore it
                </Link>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>Nothing is hidden.</EmptyState>
      )}
      <Pagination
        label="Pages of what is hidden"
        previous={isFirst ? null : PATH}
        previousLabel="First page"
        next={next && `${PATH}?after=${next}`}
      />
    </>
  );
}

export const meta = fixedMeta({
  title: "Hidden · Moderation",
  description: "What moderators have hidden.",
  path: PATH,
  hidden: true,
});
