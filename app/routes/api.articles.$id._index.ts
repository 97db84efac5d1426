import { articleChanges } from "~/schemas/articles";
import { articleResponse, doneResponse, idParam } from "~/schemas/responses";
import { readArticle } from "~/services/articles/articles.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";
import { versionsIn } from "~/utils/http/versions.server";

const errors = {
  notFound: "There is no such article.",
  gone: "The article was removed by its author.",
};
const ownErrors = {
  ...errors,
  forbidden: "The article is somebody else’s.",
  preconditionFailed: "The current version of the article is not the one that `If-Match` names.",
};

const article = resource({
  GET: endpoint({
    id: "readArticle",
    tag: "Articles",
    summary: "Read an article",
    params: idParam,
    response: articleResponse,
    errors,
    handle: async ({ params, origin }) => {
      const article = await readArticle(params.id ?? "");
      return new JsonResult(serializeArticle(article, origin), {}, article.version);
    },
  }),
  PATCH: endpoint({
    id: "editArticle",
    tag: "Articles",
    summary: "Edit an article",
    description:
      "Send the fields to change. Within 15 minutes of posting, and before others have commented or upvoted, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change. The link cannot be changed once somebody has upvoted the article.",
    access: "The author of the article.",
    params: idParam,
    response: articleResponse,
    errors: {
      ...ownErrors,
      conflict:
        "The link has already been posted; `id` identifies that article. Or the article was edited too often.",
    },
    limits: ["edits"],
    auth: "required",
    body: articleChanges,
    handle: async ({ request, params, viewer, body, origin }) => {
      const versions = versionsIn(request);
      const article = await editArticle(viewer, params.id ?? "", body, { versions });
      return new JsonResult(serializeArticle(article, origin), {}, article.version);
    },
  }),
  DELETE: endpoint({
    id: "removeArticle",
    tag: "Articles",
    summary: "Remove an article",
    description:
      "Deletes its text and earlier versions. If others have commented, their comments are kept, and the article returns a 410; it comes back when you post its link again. No request body.",
    access: "The author of the article.",
    params: idParam,
    response: doneResponse,
    errors: ownErrors,
    limits: ["edits"],
    auth: "required",
    handle: async ({ request, params, viewer }) => {
      await removeOwnArticle(viewer, params.id ?? "", { versions: versionsIn(request) });
      return { done: true as const };
    },
  }),
});

export const loader = article.loader;
export const action = article.action;
