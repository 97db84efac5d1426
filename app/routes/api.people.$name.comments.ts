import { z } from "zod";
import { serializePlacedComment } from "~/presenters/comments";
import { longListQuery } from "~/schemas/pagination";
import { nameParam, placedCommentResponse } from "~/schemas/people-responses";
import { browseCommentsBy } from "~/services/people/people.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";
import { PERSON_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("People", {
  GET: endpoint({
    id: "listCommentsOfPerson",
    summary: "List the comments of a person",
    description: "Newest first.",
    response: z.array(placedCommentResponse),
    params: nameParam,
    errors: PERSON_ERRORS,
    query: longListQuery,
    handle: async (call) =>
      listResponse(
        call,
        await browseCommentsBy(call.params.name, pageOf(call)),
        serializePlacedComment,
      ),
  }),
});
export const action = loader;
