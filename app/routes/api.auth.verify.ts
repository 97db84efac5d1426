import { unauthenticated } from "~/services/errors";
import { shownUser } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

const verify = resource({
  GET: endpoint({
    signedIn: true,
    handle: async ({ viewer }) => {
      if (!viewer) throw unauthenticated();
      return shownUser(viewer);
    },
  }),
});

export const loader = verify.loader;
export const action = verify.action;
