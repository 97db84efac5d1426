import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextareaField } from "~/components/ui/field";
import { MAX_COMMENT_LENGTH } from "~/domain/field-limits";
import { commentChanges, commentEditIntent } from "~/schemas/articles";
import {
  commentFields,
  editComment,
  readOwnComment,
  removeOwnComment,
} from "~/services/articles/edit-comment.server";
import { readDiscussionPath } from "~/services/articles/comments.server";
import { commentPath } from "~/domain/comment-path";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { editMeta, EditPage } from "./edit-page";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOfPage(args);
  const constraint = getConstraint(commentChanges);
  // The page still renders when the session has ended, so that it keeps what was typed.
  if (!viewer) return { stored: null, backTo: "/community", constraint };
  const comment = await orErrorResponse(readOwnComment(viewer, args.params.id ?? ""));
  return {
    stored: { version: comment.version, fields: commentFields(comment) },
    backTo: commentPath(comment),
    constraint,
  };
}

export const action = formAction({
  schema: commentEditIntent,
  defaultIntent: "edit",
  forms: {
    edit: {
      page: "/community",
      async handle({ content, version }, { viewer, params }) {
        const precondition = { versions: [version] };
        const comment = await editComment(viewer, params.id ?? "", { content }, precondition);
        return { goTo: commentPath(comment), warnedOf: comment.warnedOf };
      },
    },
    remove: {
      page: "/community",
      async handle({ version }, { viewer, params }) {
        const id = params.id ?? "";
        const path = await readDiscussionPath(id);
        await removeOwnComment(viewer, id, { versions: [version] });
        return { goTo: path };
      },
    },
  },
});
export const clientAction = formClientAction("edit");

export default function EditComment() {
  const { stored, backTo, constraint } = useLoaderData<typeof loader>();
  return (
    <EditPage<"content">
      kind="comment"
      backTo={backTo}
      stored={stored}
      removal="The comment and its earlier versions are deleted. If it was answered, a note without your name stays in its place."
      constraint={constraint}
    >
      {(fields) => (
        <TextareaField
          label="Comment"
          limit={MAX_COMMENT_LENGTH}
          field={fields.content}
          rows={5}
          suggestsNames
        />
      )}
    </EditPage>
  );
}

export const meta = editMeta("comment");
