import { invitationParams } from "~/schemas/invitations";
import { withdrawInvitation } from "~/services/accounts/invitations.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  DELETE: endpoint({
    id: "withdrawInvitation",
    summary: "Withdraw an invitation",
    params: invitationParams,
    errors: { notFound: "You have no such invitation, or it has been used." },
    auth: "required",
    handle: ({ viewer, params }) => withdrawInvitation(viewer, params.id),
  }),
});
export const action = loader;
