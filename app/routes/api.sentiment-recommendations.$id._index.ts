import { idParam } from "~/schemas/responses";
import { mentionsApiQuery } from "~/schemas/sentiment";
import { sentimentDetailsResponse } from "~/schemas/sentiment-responses";
import { readSentimentDetails } from "~/services/recommendations/details.server";
import { INPUTS_PER_PAGE } from "~/services/recommendations/sentiment-inputs.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readSentiment",
    summary: "Read a sentiment recommendation",
    description: `Includes a page of up to ${INPUTS_PER_PAGE} of the mentions that it was made from, each with the trust in its author, the formulas and constants of its method, every step of the calculation, and the outcome. Numbers are as computed, unrounded.`,
    params: idParam,
    query: mentionsApiQuery,
    response: sentimentDetailsResponse,
    errors: { notFound: "There is no such recommendation, or nobody mentioned that token." },
    handle: ({ params, query, origin }) => readSentimentDetails(params.id, query, origin),
  }),
});
export const action = loader;
