import { doneResponse } from "~/schemas/responses";
import { resendEmailProof } from "~/services/accounts/email-proof.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const send = resource({
  POST: endpoint({
    id: "mailProof",
    tag: "Accounts",
    summary: "Request another link to confirm your email address",
    description: "Links that were mailed earlier are no longer valid. No request body.",
    response: doneResponse,
    errors: { conflict: "The address is already confirmed." },
    limits: ["mailsTo"],
    auth: "required",
    handle: async ({ viewer, origin }) => {
      await resendEmailProof(viewer, origin);
      return { done: true as const };
    },
  }),
});

export const loader = send.loader;
export const action = send.action;
