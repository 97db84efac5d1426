import { userAnswer } from "~/schemas/responses";
import { unauthenticated } from "~/services/errors";
import { shownUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const verify = resource({
  GET: endpoint({
    id: "verify",
    tag: "Accounts",
    summary: "Ask whose token it is",
    description: "One that is no longer good is a 401.",
    answer: userAnswer,
    signedIn: true,
    handle: async ({ viewer }) => {
      if (!viewer) throw unauthenticated();
      return shownUser(viewer);
    },
  }),
});

export const loader = verify.loader;
export const action = verify.action;
