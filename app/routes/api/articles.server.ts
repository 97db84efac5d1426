import { z } from "zod";
import {
  articleChanges,
  articleInput,
  articleListQuery,
  commentInput,
  viewInput,
} from "~/schemas/articles";
import { longListQuery } from "~/schemas/pagination";
import { placedCommentResponse } from "~/schemas/people-responses";
import {
  articleResponse,
  commentResponse,
  hasUpvotedResponse,
  idParam,
  upvoteResponse,
  viewsResponse,
} from "~/schemas/responses";
import {
  browseArticles,
  hasUpvoted,
  postArticle,
  readArticle,
  upvoteArticle,
  viewArticle,
} from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import {
  editComment,
  readComment,
  removeOwnComment,
} from "~/services/articles/edit-comment.server";
import { serializeArticle } from "~/presenters/articles";
import { serializeComment, serializePlacedComment } from "~/presenters/comments";
import { endpoint, listResponse, pageOf, type Calls } from "~/utils/http/endpoint.server";
import { textCalls } from "./texts.server";

const gone = "The article was removed by its author.";
const notFound = "There is no such article.";

export const articleCalls: Calls = {
  "GET /api/articles": endpoint({
    id: "listArticles",
    summary: "List the articles",
    description: "Newest first unless `sort` says otherwise, each with its full text.",
    response: z.array(articleResponse),
    query: articleListQuery,
    handle: async ({ request, origin, query: { cursor, hub, category = hub, ...query } }) => {
      const page = await browseArticles({ ...query, category, after: cursor, withContent: true });
      return listResponse({ request, origin }, page, serializeArticle);
    },
  }),
  "POST /api/articles/create": endpoint({
    id: "postArticle",
    summary: "Post an article",
    description:
      "The article appears under your name. Each link can be posted once; URLs that differ only in scheme, `www.`, a trailing slash, fragment or tracking parameters count as the same.",
    response: articleResponse,
    errors: { conflict: "The link has already been posted; `id` identifies its article." },
    limits: ["articles"],
    auth: "required",
    body: articleInput,
    status: 201,
    handle: async ({ viewer, body, origin }) =>
      serializeArticle(await postArticle(viewer, body), origin),
  }),
  "POST /api/articles/view": endpoint({
    id: "countView",
    summary: "Count a view of an article",
    description:
      "A view is counted once per article, day and visitor. A visitor is identified by network address and, with a token, by user as well. A call without a token from a browser on a page of another site is not counted, since the reader may not know of it.",
    auth: "optional",
    response: viewsResponse,
    errors: { notFound, gone },
    body: viewInput,
    handle: async ({ request, body: { id }, client: { address }, viewer }) => {
      const isCrossSite = request.headers.get("Sec-Fetch-Site") === "cross-site";
      if (isCrossSite && !viewer) return { views: (await readArticle(id)).views };
      return { views: await viewArticle(id, { userId: viewer?.id ?? null, address }) };
    },
  }),
  ...textCalls("article", {
    response: articleResponse,
    changes: articleChanges,
    read: readArticle,
    edit: editArticle,
    remove: removeOwnArticle,
    serialize: serializeArticle,
    editing: {
      description:
        "Send the fields to change. Within 15 minutes of posting, and before others have commented or upvoted, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change. The link cannot be changed once somebody has upvoted the article.",
      errors: {
        conflict:
          "The link has already been posted; `id` identifies that article. Or the article was edited too often.",
      },
    },
    removing:
      "Deletes its text and earlier versions. If others have commented, their comments are kept, and the article returns a 410; it comes back when you post its link again.",
    gone,
  }),
  "POST /api/articles/{id}/upvote": endpoint({
    id: "upvote",
    summary: "Upvote an article",
    description:
      "Idempotent: upvoting again changes nothing and returns the same. No request body.",
    params: idParam,
    response: upvoteResponse,
    errors: { notFound, gone },
    limits: ["upvotes"],
    auth: "required",
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id),
      hasUpvoted: true as const,
    }),
  }),
  "GET /api/articles/{id}/upvote/check": endpoint({
    id: "hasUpvoted",
    summary: "Check whether you have upvoted an article",
    params: idParam,
    response: hasUpvotedResponse,
    errors: { notFound, gone },
    auth: "required",
    handle: async ({ params, viewer }) => ({ hasUpvoted: await hasUpvoted(viewer, params.id) }),
  }),
  "GET /api/articles/{id}/comments": endpoint({
    id: "listComments",
    summary: "List the comments on an article",
    description:
      "Oldest first. Also lists the comments on an article that its author removed after others had commented.",
    params: idParam,
    response: z.array(commentResponse),
    errors: { notFound },
    query: longListQuery,
    handle: async (call) =>
      listResponse(call, await readComments(call.params.id, pageOf(call)), serializeComment),
  }),
  "POST /api/articles/{id}/comments": endpoint({
    id: "comment",
    summary: "Comment on an article",
    params: idParam,
    response: commentResponse,
    errors: { notFound, gone },
    limits: ["comments"],
    auth: "required",
    body: commentInput,
    status: 201,
    handle: async ({ params, viewer, body }) =>
      serializeComment(await commentOnArticle(viewer, params.id, body)),
  }),
  ...textCalls("comment", {
    response: placedCommentResponse,
    changes: commentInput,
    read: readComment,
    edit: editComment,
    remove: removeOwnComment,
    serialize: serializePlacedComment,
    editing: {
      description:
        "Within 15 minutes of posting, and before others have commented after it, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change.",
      errors: { conflict: "The comment was edited too often." },
    },
    removing:
      "Deletes its text and earlier versions. If others have commented after it, its place is kept, without your name.",
    notFound: "There is no such comment, or it was removed.",
  }),
};
