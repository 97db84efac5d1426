import { linkInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { proveEmail } from "~/services/accounts/email-proof.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const prove = resource({
  POST: endpoint({
    id: "proveEmail",
    tag: "Accounts",
    summary: "Confirm your email address",
    description: "Takes the secret of the link that was mailed at sign-up. No token is needed.",
    body: linkInput,
    response: doneResponse,
    errors: { notFound: "The link was used, is older than a day, or a newer one was sent." },
    handle: async ({ body }) => {
      await proveEmail(body.secret);
      return { done: true as const };
    },
  }),
});

export const loader = prove.loader;
export const action = prove.action;
