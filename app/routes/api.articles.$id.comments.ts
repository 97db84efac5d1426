import { commentInput } from "~/schemas/articles";
import { listQuery } from "~/schemas/lists";
import { commentOnArticle, readComments } from "~/services/articles.server";
import { shownComment } from "~/services/representations";
import { endpoint, listAnswer, resource } from "~/utils/api.server";

const comments = resource({
  GET: endpoint({
    query: listQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const page = await readComments(params.id ?? "", { limit, after: cursor });
      return listAnswer(request, origin, page.items.map(shownComment), page.next);
    },
  }),
  POST: endpoint({
    signedIn: true,
    body: commentInput,
    status: 201,
    handle: async ({ params, viewer, body }) =>
      shownComment(await commentOnArticle(viewer, params.id ?? "", body)),
  }),
});

export const loader = comments.loader;
export const action = comments.action;
