import { profileResponse } from "~/schemas/people-responses";
import { profileInput } from "~/schemas/profile";
import { changeProfile, readProfile } from "~/services/accounts/profile.server";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const profile = resource({
  GET: endpoint({
    id: "readProfile",
    tag: "Accounts",
    summary: "Read your profile",
    response: profileResponse,
    auth: "required",
    handle: async ({ viewer }) =>
      new JsonResult(await readProfile(viewer), { "Cache-Control": "no-store" }),
  }),
  PUT: endpoint({
    id: "changeProfile",
    tag: "Accounts",
    summary: "Change your profile",
    description: "Replaces the whole profile: fields that are left out are removed.",
    response: profileResponse,
    limits: ["profiles"],
    auth: "required",
    body: profileInput,
    handle: ({ viewer, body }) => changeProfile(viewer, body),
  }),
});

export const loader = profile.loader;
export const action = profile.action;
