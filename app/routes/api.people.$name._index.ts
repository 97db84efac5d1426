import { serializePerson } from "~/presenters/people";
import { nameParam, personResponse } from "~/schemas/people-responses";
import { countContributions, readPerson } from "~/services/people/people.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { PERSON_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("People", {
  GET: endpoint({
    id: "readPerson",
    summary: "Read the profile of a person",
    response: personResponse,
    params: nameParam,
    errors: PERSON_ERRORS,
    handle: async ({ params }) => {
      const found = await readPerson(params.name);
      return serializePerson(found, await countContributions(found));
    },
  }),
});
export const action = loader;
