import { invitationParams } from "~/schemas/invitations";
import { withdrawInvitation } from "~/services/accounts/invitations.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const { loader, action } = resource("Accounts", {
  DELETE: endpoint({
    id: "withdrawInvitation",
    summary: "Withdraw an invitation",
    params: invitationParams,
    errors: { notFound: "You have no such invitation, or it has been used." },
    auth: "required",
    handle: ({ viewer, params }) => withdrawInvitation(viewer, params.id),
  }),
});

export { loader, action };
