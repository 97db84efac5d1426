import { resendEmailProof } from "~/services/accounts/email.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "mailProof",
    summary: "Request another link to confirm your email address",
    description: "Links that were mailed earlier are no longer valid. No request body.",
    errors: { conflict: "The address is already confirmed." },
    limits: ["mailsTo"],
    auth: "required",
    handle: ({ viewer, origin }) => resendEmailProof(viewer, origin),
  }),
});
export const action = loader;
