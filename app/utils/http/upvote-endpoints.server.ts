/** The API calls about upvotes, which are the same for articles and comments. */
import type { UpvotedKind } from "~/domain/upvotes";
import { hasUpvotedResponse, idParam, upvoteResponse } from "~/schemas/responses";
import { hasUpvoted, upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { ARTICLE_ERRORS, COMMENT_ERRORS } from "~/utils/openapi/descriptions";
import { endpoint, resource } from "./endpoint.server";

const words = {
  article: {
    suffix: "",
    one: "an article",
    errors: ARTICLE_ERRORS,
    support:
      " An upvote that was withdrawn no longer counts for the author’s trust from its next daily computation on.",
  },
  comment: {
    suffix: "Comment",
    one: "a comment",
    errors: COMMENT_ERRORS,
    support: "",
  },
} as const;

/** Creates the API route that upvotes a text, and takes the upvote back. */
export function upvoteResource(kind: UpvotedKind) {
  const { suffix, one, errors, support } = words[kind];
  const call = {
    params: idParam,
    response: upvoteResponse,
    limits: ["upvotes", "upvotesOfNew"],
    auth: "required",
  } as const;
  return resource("Articles", {
    POST: endpoint({
      id: `upvote${suffix}`,
      summary: `Upvote ${one}`,
      description:
        "Idempotent: upvoting again changes nothing and returns the same. No request body.",
      ...call,
      errors: { ...errors, forbidden: `It is your own ${kind}.` },
      handle: async ({ params, viewer }) => ({
        upvotes: await upvote(viewer, { kind, id: params.id }),
        hasUpvoted: true,
      }),
    }),
    DELETE: endpoint({
      id: suffix ? `withdraw${suffix}Upvote` : "withdrawUpvote",
      summary: suffix ? `Withdraw an upvote of ${one}` : "Withdraw an upvote",
      description: `Idempotent: without an upvote, nothing changes.${support}`,
      ...call,
      errors,
      handle: async ({ params, viewer }) => ({
        upvotes: await withdrawUpvote(viewer, { kind, id: params.id }),
        hasUpvoted: false,
      }),
    }),
  });
}

/** Creates the API route that says whether the viewer has upvoted a text. */
export function upvoteCheckResource(kind: UpvotedKind) {
  const { suffix, one, errors } = words[kind];
  return resource("Articles", {
    GET: endpoint({
      id: `hasUpvoted${suffix}`,
      summary: `Check whether you have upvoted ${one}`,
      params: idParam,
      response: hasUpvotedResponse,
      errors,
      auth: "required",
      handle: async ({ params, viewer }) => ({
        hasUpvoted: await hasUpvoted(viewer, { kind, id: params.id }),
      }),
    }),
  });
}
