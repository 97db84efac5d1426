import { signInInput } from "~/schemas/accounts";
import { signIn } from "~/services/accounts.server";
import { shownUser } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

const login = resource({
  POST: endpoint({
    body: signInInput,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signIn(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: shownUser(viewer) };
    },
  }),
});

export const loader = login.loader;
export const action = login.action;
