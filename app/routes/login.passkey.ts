import type { ActionFunctionArgs } from "@remix-run/node";
import { passkeySignInIntent } from "~/schemas/second-factor";
import type { SignedIn } from "~/services/accounts/accounts.server";
import {
  beginPasskeySignIn,
  beginPasskeyStep,
  signInByPasskey,
  signInByPasskeyStep,
} from "~/services/accounts/passkey-sign-in.server";
import { signedInHeaders } from "~/utils/forms/account-forms.server";
import { scriptAction } from "~/utils/forms/script-action.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { getClient } from "~/utils/http/request-client.server";
import { passkeyCookie, secondStepCookie } from "~/utils/http/site-cookie.server";

/** For scripts only: they post here to get the WebAuthn options, and then to send the signed response. */
export const loader = postOnly;

export const action = scriptAction(passkeySignInIntent, async (input, args) => {
  const { request, context } = args;
  const client = getClient(request, context);
  if (input.intent === "begin") {
    return input.step ? beginStep(request, client.origin) : beginSignIn(args);
  }
  const signInContext = { ...client, kinds: ["browser", "token"] } as const;
  const signedIn = input.step
    ? await signInByPasskeyStep(await secondStepCookie.read(request), input.answer, signInContext)
    : await signInByPasskey(await passkeyCookie.read(request), input.answer, signInContext);
  return signedInResponse(request, signedIn);
});

async function beginStep(request: Request, origin: string) {
  const options = await beginPasskeyStep(await secondStepCookie.read(request), origin);
  return { options };
}

async function beginSignIn({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { options, step } = await beginPasskeySignIn(getClient(request, context));
  const headers = {
    "Cache-Control": "no-store",
    "Set-Cookie": await passkeyCookie.serialize(step),
  };
  return Response.json({ options }, { headers });
}

async function signedInResponse(request: Request, signedIn: SignedIn): Promise<Response> {
  const headers = await signedInHeaders(request, signedIn);
  if (await passkeyCookie.read(request)) {
    headers.append("Set-Cookie", await passkeyCookie.serializeExpired());
  }
  return Response.json({ token: signedIn.secrets.token }, { headers });
}
