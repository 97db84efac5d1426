import { z } from "zod";
import { serializeListedPerson } from "~/presenters/people";
import { peopleQuery } from "~/schemas/people";
import { listedPersonResponse } from "~/schemas/people-responses";
import { browsePeople } from "~/services/people/list.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("People", {
  GET: endpoint({
    id: "listPeople",
    summary: "List the people who have written something",
    description:
      "Only people who have confirmed their addresses, and not those who ask search engines to leave their pages out. A page may have fewer people than `limit` and still have a next one.",
    response: z.array(listedPersonResponse),
    query: peopleQuery,
    handle: async (call) => {
      const { q, order } = call.query;
      return listResponse(
        call,
        await browsePeople({ q, order, ...pageOf(call) }),
        serializeListedPerson,
      );
    },
  }),
});
export const action = loader;
