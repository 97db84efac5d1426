import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { Button, ButtonLink } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { draftPath, MAX_DRAFTS } from "~/domain/drafts";
import { findTopic } from "~/domain/topics";
import { deleteDraftIntent } from "~/schemas/drafts";
import { deleteDraft, readDrafts } from "~/services/drafts/drafts.server";
import { serializeDraftSummary } from "~/presenters/drafts";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return { drafts: (await orErrorResponse(readDrafts(viewer))).map(serializeDraftSummary) };
}

export const action = formAction({
  schema: deleteDraftIntent,
  forms: {
    deleteDraft: {
      isButton: true,
      page: "/drafts",
      async handle({ draft }, { viewer }) {
        await deleteDraft(viewer, draft);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("deleteDraft");
export default function Drafts() {
  const { drafts } = useLoaderData<typeof loader>();
  const deleted = useNavigation().formData?.get("draft");
  const result = useResultOf("deleteDraft");
  const isListed = drafts.some(({ id }) => id === result?.item);
  return (
    <OwnPage
      title="Drafts"
      standfirst={`What you have started and not yet published. Only you can see it. You can keep up to ${MAX_DRAFTS} drafts.`}
    >
      {isListed ? null : <FormAlert className="mb-6">{result?.formError?.message}</FormAlert>}
      {drafts.length ? (
        <ul className="grid">
          {drafts.map((draft) => (
            <li
              key={draft.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4"
            >
              <div className="min-w-0 flex-1 basis-64">
                <h2 dir="auto" className="card-title">
                  <Link to={draftPath(draft)}>{draft.title}</Link>
                </h2>
                <p className="meta-line mt-1">
                  <span>{draft.hub ? `Review, ${findTopic(draft.hub)?.title}` : "Article"}</span>
                  <span>
                    saved <DateTime value={draft.updatedAt} withTime />
                  </span>
                </p>
              </div>
              <div className="flex gap-2">
                <ButtonLink
                  to={draftPath(draft)}
                  size="sm"
                  variant="secondary"
                  aria-label={`Continue: ${draft.title}`}
                >
                  Continue
                </ButtonLink>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="deleteDraft" />
                  <input type="hidden" name="draft" value={draft.id} />
                  <FormKeyField />
                  <Button
                    size="sm"
                    variant="danger"
                    pending={deleted === draft.id}
                    aria-label={`Delete: ${draft.title}`}
                  >
                    Delete
                  </Button>
                </Form>
              </div>
              {result?.item === draft.id ? (
                <FormAlert className="basis-full">{result.formError?.message}</FormAlert>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState action={<ButtonLink to="/community/new">Write an article</ButtonLink>}>
          You have no drafts. What you type into the forms for articles and reviews is saved here
          until you publish it.
        </EmptyState>
      )}
    </OwnPage>
  );
}

export const meta = hiddenMeta(
  "Drafts",
  "Articles and reviews that you have started to write.",
  "/drafts",
);
