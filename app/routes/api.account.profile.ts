import { profileResponse } from "~/schemas/people-responses";
import { profileInput } from "~/schemas/profile";
import { warnings } from "~/schemas/responses";
import { changeProfile, readProfile } from "~/services/accounts/profile.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";
import { withWarnings } from "~/utils/http/with-warnings.server";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "readProfile",
    summary: "Read your profile",
    response: profileResponse,
    auth: "required",
    handle: async ({ viewer }) => noStore(await readProfile(viewer)),
  }),
  PUT: endpoint({
    id: "changeProfile",
    summary: "Change your profile",
    description: "Replaces the whole profile: fields that are left out are removed.",
    response: profileResponse.extend({ warnings }),
    limits: ["profiles"],
    auth: "required",
    body: profileInput,
    handle: async ({ viewer, body }) => {
      const { warnedOf, ...profile } = await changeProfile(viewer, body);
      return withWarnings({ warnedOf }, profile);
    },
  }),
});
export const action = loader;
