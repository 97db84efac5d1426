import { nameParam, personResponse } from "~/schemas/people-responses";
import { countContributions, readPerson } from "~/services/people/people.server";
import { serializePerson } from "~/presenters/people";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { GONE_DESCRIPTION, NO_PERSON_DESCRIPTION } from "~/utils/openapi/descriptions";

const person = resource({
  GET: endpoint({
    id: "readPerson",
    tag: "People",
    summary: "Read the profile of a person",
    params: nameParam,
    response: personResponse,
    errors: { notFound: NO_PERSON_DESCRIPTION, gone: GONE_DESCRIPTION },
    handle: async ({ params }) => {
      const found = await readPerson(params.name ?? "");
      return serializePerson(found, await countContributions(found));
    },
  }),
});

export const loader = person.loader;
export const action = person.action;
