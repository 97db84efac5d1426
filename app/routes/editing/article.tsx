import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { ArticleFields, type ArticleField } from "~/components/articles/article-fields";
import { articleFieldNames, pickArticleFields } from "~/domain/article-fields";
import {
  articleChanges,
  articleEditIntent,
  articleInput,
  type ArticleInput,
} from "~/schemas/articles";
import { previewArticle } from "~/services/drafts/preview.server";
import {
  editArticle,
  readOwnArticle,
  removeOwnArticle,
} from "~/services/articles/edit-article.server";
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
  const constraint = getConstraint(articleInput);
  // The page still renders when the session has ended, so that it keeps what was typed.
  if (!viewer) return { stored: null, isLinkFixed: false, constraint };
  const article = await orErrorResponse(readOwnArticle(viewer, args.params.id ?? ""));
  return {
    stored: { version: article.version, fields: pickArticleFields(article) },
    isLinkFixed: article.upvotes > 0,
    constraint,
  };
}

export const action = formAction({
  schema: articleEditIntent,
  defaultIntent: "edit",
  forms: {
    edit: {
      page: "/community",
      async handle({ intent: _, version, ...input }, { viewer, params }) {
        const changes = articleChanges.parse(cleared(input));
        const id = params.id ?? "";
        const { warnedOf } = await editArticle(viewer, id, changes, { versions: [version] });
        return { goTo: `/article/${id}`, warnedOf };
      },
    },
    preview: {
      isRead: true,
      async handle(typed, { viewer, client }) {
        // The article that is edited has its link.
        return { preview: await previewArticle(viewer, client.address, { ...typed, url: "" }) };
      },
    },
    remove: {
      page: "/community",
      handle: ({ version }, { viewer, params }) =>
        removeOwnArticle(viewer, params.id ?? "", { versions: [version] }),
    },
  },
});

/** A form leaves out the fields that are empty; the author has cleared them. */
const cleared = (input: ArticleInput) =>
  Object.fromEntries(articleFieldNames.map((name) => [name, input[name] ?? null]));

export const clientAction = formClientAction("edit");

export default function EditArticle() {
  const { stored, isLinkFixed, constraint } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <EditPage<ArticleField>
      kind="article"
      backTo={`/article/${id}`}
      stored={stored}
      removal="The article and its earlier versions are deleted. If others have commented, their comments stay. If you then post the same link again, the article reappears with them and says that it was posted again."
      constraint={constraint}
    >
      {(fields) => <ArticleFields fields={fields} isLinkFixed={isLinkFixed} />}
    </EditPage>
  );
}

export const meta = editMeta("article", "Change or remove what you posted.");
