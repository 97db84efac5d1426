import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { reviewPath, topicAt } from "~/config/hubs";
import { reviewEditIntent, reviewForm } from "~/schemas/reviews";
import {
  editReview,
  readOwnReview,
  removeOwnReview,
  reviewFields,
} from "~/services/articles/edit-review.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { ReviewFields, type ReviewField } from "../hubs/review-fields";
import { editMeta, EditPage } from "./edit-page";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const topicOf = (request: Request) => topicAt(new URL(request.url).pathname);

/** The path of the review, without a leading slash: this page's path without its last segment. */
const parentOf = (pathname: string) => pathname.split("/").filter(Boolean).slice(0, -1).join("/");

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOfPage(args);
  const constraint = getConstraint(reviewForm(topicOf(args.request)));
  // The page still renders when the session has ended, so that it keeps what was typed.
  if (!viewer) return { stored: null, constraint };
  const review = await orErrorResponse(readOwnReview(viewer, args.params.review ?? ""));
  const path = reviewPath(review);
  // The author may have moved the review to another hub.
  if (review.hub !== topicOf(args.request).slug) throw redirect(`${path}/edit`);
  const fields = { ...reviewFields(review), rating: String(review.rating) };
  return { stored: { version: review.version, fields }, constraint };
}

export const action = formAction({
  schema: ({ request }) => reviewEditIntent(topicOf(request)),
  defaultIntent: "edit",
  forms: {
    edit: {
      page: "/research",
      async handle({ intent: _, replace: __, version, ...input }, { viewer, params }) {
        const changes = { ...input, url: input.url ?? null };
        const precondition = { versions: [version] };
        const review = await editReview(viewer, params.review ?? "", changes, precondition);
        return { goTo: reviewPath(review), warnedOf: review.warnedOf };
      },
    },
    remove: {
      page: "/research",
      async handle({ version }, { viewer, params }) {
        const id = params.review ?? "";
        const { hub } = await readOwnReview(viewer, id);
        await removeOwnReview(viewer, id, { versions: [version] });
        return { goTo: `/${hub}` };
      },
    },
  },
});
export const clientAction = formClientAction("edit");

export default function EditReview() {
  const { stored, constraint } = useLoaderData<typeof loader>();
  const parent = parentOf(useLocation().pathname);
  const username = useViewer()?.name ?? "";
  return (
    <EditPage<ReviewField>
      kind="review"
      backTo={`/${parent}`}
      stored={stored}
      removal="The review, its earlier versions and the comments on it are deleted, and its rating no longer counts."
      constraint={constraint}
      formClassName="grid grid-cols-1 gap-5 sm:grid-cols-2"
    >
      {(fields) => <ReviewFields fields={fields} topic={topicAt(parent)} username={username} />}
    </EditPage>
  );
}

export const meta = editMeta("review");
