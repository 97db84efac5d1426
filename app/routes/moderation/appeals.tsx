import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { serializeAppeal } from "~/presenters/moderation-lists";
import { readAppeals } from "~/services/moderation/lists.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { DecisionLine } from "./decision-line";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return { appeals: (await orErrorResponse(readAppeals(viewer))).map(serializeAppeal) };
}

export default function Appeals() {
  const { appeals } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Appeals" standfirst="Those that wait for a decision, the oldest first." />
      {appeals.length ? (
        <ul className="max-w-reading border-t border-line">
          {appeals.map((appeal) => (
            <li key={appeal.id} className="border-b border-line py-4">
              <DecisionLine decision={appeal} />
              <p className="mt-3 text-sm text-muted">
                Appealed <DateTime value={appeal.appealedAt} />
              </p>
              <p dir="auto" className="typed-lines border-s-2 border-line ps-3 wrap-anywhere">
                {appeal.appealText ?? "The account was deleted, and the words with it."}
              </p>
              {appeal.refusal ? (
                <p className="mt-3 text-sm text-muted">{appeal.refusal}</p>
              ) : (
                <ButtonLink
                  to={`/moderation/decisions/${appeal.id}`}
                  variant="secondary"
                  size="sm"
                  className="mt-3"
                >
                  Decide this appeal
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>No appeal waits for a decision.</EmptyState>
      )}
    </>
  );
}

export const meta = hiddenMeta(
  "Appeals · Moderation",
  "Appeals that wait for a decision.",
  "/moderation/appeals",
);
