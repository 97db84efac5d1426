import { z } from "zod";
import { serializeArticle } from "~/presenters/articles";
import { serializePlacedComment } from "~/presenters/comments";
import { serializePerson } from "~/presenters/people";
import { serializeReview } from "~/presenters/reviews";
import { longListQuery } from "~/schemas/pagination";
import { nameParam, personResponse, placedCommentResponse } from "~/schemas/people-responses";
import { articleResponse, reviewResponse } from "~/schemas/responses";
import {
  browseArticlesBy,
  browseCommentsBy,
  browseReviewsBy,
  countContributions,
  readPerson,
} from "~/services/people/people.server";
import { endpoint, listResponse, pageOf, type Calls } from "~/utils/http/endpoint.server";

const ofPerson = {
  params: nameParam,
  errors: { notFound: "There is no person with this name.", gone: "The account was deleted." },
};

export const peopleCalls: Calls = {
  "GET /api/people/{name}": endpoint({
    id: "readPerson",
    summary: "Read the profile of a person",
    response: personResponse,
    ...ofPerson,
    handle: async ({ params }) => {
      const found = await readPerson(params.name);
      return serializePerson(found, await countContributions(found));
    },
  }),
  "GET /api/people/{name}/articles": endpoint({
    id: "listArticlesOfPerson",
    summary: "List the articles of a person",
    description: "Newest first, each with its full text.",
    response: z.array(articleResponse),
    ...ofPerson,
    query: longListQuery,
    handle: async (call) =>
      listResponse(call, await browseArticlesBy(call.params.name, pageOf(call)), serializeArticle),
  }),
  "GET /api/people/{name}/comments": endpoint({
    id: "listCommentsOfPerson",
    summary: "List the comments of a person",
    description: "Newest first.",
    response: z.array(placedCommentResponse),
    ...ofPerson,
    query: longListQuery,
    handle: async (call) =>
      listResponse(
        call,
        await browseCommentsBy(call.params.name, pageOf(call)),
        serializePlacedComment,
      ),
  }),
  "GET /api/people/{name}/reviews": endpoint({
    id: "listReviewsOfPerson",
    summary: "List the reviews of a person",
    description: "Newest first.",
    response: z.array(reviewResponse),
    ...ofPerson,
    query: longListQuery,
    handle: async (call) =>
      listResponse(call, await browseReviewsBy(call.params.name, pageOf(call)), serializeReview),
  }),
};
