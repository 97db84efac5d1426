import { linkInput } from "~/schemas/accounts";
import { proveEmail } from "~/services/accounts/email.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "proveEmail",
    summary: "Confirm your email address",
    description: "Takes the secret of the link that was mailed at sign-up. No token is needed.",
    body: linkInput,
    errors: { notFound: "The link was used, is older than a day, or a newer one was sent." },
    handle: ({ body }) => proveEmail(body.secret),
  }),
});
export const action = loader;
