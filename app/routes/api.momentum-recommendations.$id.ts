import { momentumDetailsResponse } from "~/schemas/momentum-responses";
import { idParam } from "~/schemas/responses";
import { readMomentumDetails } from "~/services/recommendations/details.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readMomentum",
    summary: "Read a momentum recommendation",
    description:
      "Includes the closes that it was made from, the formulas and constants of its method, every step of the calculation, and the outcome. Numbers are as computed, unrounded.",
    params: idParam,
    response: momentumDetailsResponse,
    errors: { notFound: "There is no such recommendation." },
    handle: ({ params }) => readMomentumDetails(params.id),
  }),
});
export const action = loader;
