import { passkeyConfirmationIntent } from "~/schemas/second-factor";
import {
  beginPasskeyConfirmation,
  finishPasskeyConfirmation,
} from "~/services/accounts/recent-confirmation.server";
import { scriptAction } from "~/utils/forms/script-action.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { browserSession } from "~/utils/http/auth.server";
import { getClient } from "~/utils/http/request-client.server";
import { passkeyCookie } from "~/utils/http/site-cookie.server";

/** For scripts only: they post here to get the WebAuthn options, and then to send the signed response. */
export const loader = postOnly;

export const action = scriptAction(passkeyConfirmationIntent, async (input, args) => {
  const { request, context } = args;
  const acting = (await browserSession(request)) ?? { viewer: null, session: null };
  const { origin } = getClient(request, context);
  if (input.intent === "begin") {
    const { options, step } = await beginPasskeyConfirmation(acting, origin);
    return answer({ options }, await passkeyCookie.serialize(step));
  }
  const step = await passkeyCookie.read(request);
  await finishPasskeyConfirmation(acting, step, { response: input.answer, origin });
  return answer({ done: true }, await passkeyCookie.serializeExpired());
});

const answer = (body: object, cookie: string) =>
  Response.json(body, { headers: { "Cache-Control": "no-store", "Set-Cookie": cookie } });
