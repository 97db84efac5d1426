import { signUpInput } from "~/schemas/accounts";
import { signUp } from "~/services/accounts.server";
import { shownUser } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

const signup = resource({
  POST: endpoint({
    body: signUpInput,
    status: 201,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signUp(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: shownUser(viewer) };
    },
  }),
});

export const loader = signup.loader;
export const action = signup.action;
