import { addPasskeyIntent } from "~/schemas/second-factor";
import { beginAddingPasskey, finishAddingPasskey } from "~/services/accounts/passkeys.server";
import { scriptAction } from "~/utils/forms/script-action.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { browserSession } from "~/utils/http/auth.server";
import { getClient } from "~/utils/http/request-client.server";
import { passkeyCookie } from "~/utils/http/site-cookie.server";

/** For scripts only: they post here to get the WebAuthn options, and then to send the new passkey. */
export const loader = postOnly;

export const action = scriptAction(addPasskeyIntent, async (input, { request, context }) => {
  const viewer = (await browserSession(request))?.viewer ?? null;
  const client = getClient(request, context);
  if (input.intent === "begin") {
    const { options, step } = await beginAddingPasskey(viewer, input, client);
    const headers = {
      "Cache-Control": "no-store",
      "Set-Cookie": await passkeyCookie.serialize(step),
    };
    return Response.json({ options }, { headers });
  }
  const { name, answer } = input;
  const step = await passkeyCookie.read(request);
  await finishAddingPasskey(viewer, step, { name, response: answer, origin: client.origin });
  const headers = {
    "Cache-Control": "no-store",
    "Set-Cookie": await passkeyCookie.serializeExpired(),
  };
  return Response.json({ done: true }, { headers });
});
