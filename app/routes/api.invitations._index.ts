import { z } from "zod";
import { INVITATION_DAYS, MAX_INVITATIONS } from "~/domain/invitations";
import { serializeInvitation } from "~/presenters/invitations";
import { invitationResponse } from "~/schemas/invitations";
import { invite, listInvitations } from "~/services/accounts/invitations.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "listInvitations",
    summary: "List your invitations",
    description: `Those that are used and those that can be, at most ${MAX_INVITATIONS}.`,
    response: z.array(invitationResponse),
    auth: "required",
    handle: async ({ viewer, origin }) =>
      noStore((await listInvitations(viewer)).map((one) => serializeInvitation(one, origin))),
  }),
  POST: endpoint({
    id: "makeInvitation",
    summary: "Make an invitation",
    description: `For one account, within ${INVITATION_DAYS} days. Each account has ${MAX_INVITATIONS}; those that expire or are withdrawn come back. No request body.`,
    response: invitationResponse,
    errors: {
      forbidden: "The account is new, limited, suspended or has an unproven address.",
      conflict: "You have no invitation left.",
    },
    limits: ["invitations"],
    auth: "required",
    status: 201,
    handle: async ({ viewer, origin }) =>
      noStore(serializeInvitation(await invite(viewer), origin)),
  }),
});
export const action = loader;
