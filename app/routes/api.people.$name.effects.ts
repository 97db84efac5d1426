import { z } from "zod";
import { serializePersonEffect } from "~/presenters/effects";
import { personEffectResponse } from "~/schemas/effects";
import { listQuery } from "~/schemas/pagination";
import { nameParam } from "~/schemas/people-responses";
import { readPerson } from "~/services/people/people.server";
import { readEffectsOf } from "~/services/recommendations/effects.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";
import { PERSON_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("People", {
  GET: endpoint({
    id: "listEffectsOfPerson",
    summary: "List the sentiment recommendations that a person’s texts changed",
    description: "Newest first. Recommendations that would have been the same are left out.",
    response: z.array(personEffectResponse),
    params: nameParam,
    errors: PERSON_ERRORS,
    query: listQuery,
    handle: async (call) => {
      const { id } = await readPerson(call.params.name);
      return listResponse(call, await readEffectsOf(id, pageOf(call)), serializePersonEffect);
    },
  }),
});
export const action = loader;
