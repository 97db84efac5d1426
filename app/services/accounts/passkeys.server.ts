/** The passkeys of an account, which are bound to the host of the site. */
import { isIP } from "node:net";
import { addMinutes } from "date-fns/addMinutes";
import { site } from "~/config/site";
import { PASSKEY_MINUTES } from "~/domain/sign-in-steps";
import type { Viewer } from "~/domain/viewer";
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  MAX_PASSKEYS,
  removePasskey,
  type Passkey,
} from "~/models/passkey.server";
import { completeStep, createStep } from "~/models/pending-step.server";
import type {
  AuthenticationResponse,
  ConfirmationInput,
  PasskeyName,
  RegistrationResponse,
} from "~/schemas/second-factor";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { confirmIdentity } from "./confirm-identity.server";
import { passkeyAddedMail, passkeyRemovedMail } from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { requireSamePassword } from "./revoke-access.server";
import { credentialsOf, markOf } from "./second-step.server";

/** Imported on demand, because the library is large and most visitors use no passkey. */
export const webauthn = () => import("@simplewebauthn/server");

const helpers = () => import("@simplewebauthn/server/helpers");

/**
 * Refuses a response that was made while another site showed ours in a frame. The library accepts it from browsers
 * that do not name the other site.
 * @throws Error if it was, or if the response is malformed
 */
export async function refuseFramed({ response }: AuthenticationResponse): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  const { crossOrigin, topOrigin } = decodeClientDataJSON(String(response.clientDataJSON));
  if (crossOrigin || topOrigin) throw new Error("The page was in a frame of another site.");
}

/**
 * Refuses a new passkey with an attestation. We ask for none, and to verify one, the library would request the lists
 * of revoked certificates that it names.
 * @throws Error if it has one, or if the response is malformed
 */
export async function refuseAttestation({ response }: RegistrationResponse): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const attestation = isoBase64URL.toBuffer(String(response.attestationObject));
  if (decodeAttestationObject(attestation).get("fmt") !== "none")
    throw new Error("An attestation.");
}

/** @returns whether browsers allow passkeys for this origin: not if its host is an IP address */
export function arePasskeysPossible(origin: string): boolean {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

/** @param origin the origin of this site @throws ServiceError `invalid` if this origin cannot use passkeys */
export function relyingParty(origin: string): { rpID: string; rpName: string } {
  if (!arePasskeysPossible(origin)) {
    throw new ServiceError(
      "invalid",
      "Passkeys need a domain name: open the site by its name, not by its IP address.",
    );
  }
  return { rpID: new URL(origin).hostname, rpName: site.name };
}

type Context = { address: string; origin: string };

/** @returns the passkeys of the signed-in user, oldest first */
export const readPasskeys = ({ id }: Viewer): Promise<Passkey[]> => listPasskeys(id);

const tooManyError = () =>
  new ServiceError("conflict", `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);
const NOT_ADDED = "The passkey could not be added. Please try again.";

/**
 * Begins to add a passkey. This requires the password and, if the user has a second factor, a code, because the
 * passkey will sign in without either.
 * @returns the WebAuthn options for the browser, and the secret of this step
 * @throws ServiceError as `confirmIdentity`; `invalid` if this origin cannot use passkeys; `conflict` when there are
 *   too many
 */
export async function beginAddingPasskey(
  viewer: Viewer | null,
  input: ConfirmationInput,
  context: Context,
) {
  const { rpID, rpName } = relyingParty(context.origin);
  const credentials = await confirmIdentity(viewer, input, context);
  const user = credentials.viewer;
  const present = await listPasskeys(user.id);
  if (present.length >= MAX_PASSKEYS) throw tooManyError();
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const expiresAt = addMinutes(new Date(), PASSKEY_MINUTES);
  const { challenge } = options;
  const begun = { userId: user.id, passwordMark: markOf(credentials), challenge, expiresAt };
  return { options, step: await createStep({ kind: "add-passkey", ...begun }) };
}

/**
 * Adds the passkey that the browser has created.
 * @throws ServiceError `invalid` when the step has expired or the response is invalid, `conflict` when the passkey has
 *   already been added to an account, there are too many, or the password was changed meanwhile
 */
export async function finishAddingPasskey(
  viewer: Viewer | null,
  step: string,
  { name, response, origin }: PasskeyName & { response: RegistrationResponse; origin: string },
): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  const pending = await completeStep(step, "add-passkey");
  const credentials = await credentialsOf(pending);
  if (!pending?.challenge || credentials?.viewer.id !== viewer.id) {
    throw new ServiceError("invalid", NOT_ADDED);
  }
  const credential = await verifyNew(response, pending.challenge, origin);
  if (!credential) {
    recordEvent({ kind: "passkey-refused", user: viewer.id });
    throw new ServiceError("invalid", NOT_ADDED);
  }
  const outcome = await addPasskey({ ...credential, userId: viewer.id, name });
  if (outcome === "tooMany") throw tooManyError();
  if (outcome === "exists") {
    throw new ServiceError("conflict", "This passkey has already been added.");
  }
  await requireSamePassword(credentials, () => removeAddedPasskey(viewer.id, credential));
  recordEvent({ kind: "passkey-added", user: viewer.id });
  await sendAccountMail(viewer, passkeyAddedMail(name), origin);
}

async function removeAddedPasskey(userId: string, { credentialId }: { credentialId: string }) {
  const added = await findPasskey(credentialId);
  if (added) await removePasskey(userId, added.id);
}

/** @returns the fields to store of a new passkey, or `null` if the response is invalid */
async function verifyNew(response: RegistrationResponse, challenge: string, origin: string) {
  const { verifyRegistrationResponse } = await webauthn();
  const { rpID: expectedRPID } = relyingParty(origin);
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID };
  // The library throws for any invalid response.
  const result = await refuseFramed(response)
    .then(() => refuseAttestation(response))
    .then(() =>
      verifyRegistrationResponse({
        ...expected,
        response: response as never,
        requireUserVerification: true,
      }),
    )
    .catch(() => null);
  if (!result?.verified) return null;
  const { id: credentialId, publicKey, counter, transports } = result.registrationInfo.credential;
  return {
    credentialId,
    counter,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    transports: (transports ?? []).slice(0, 8).map((name) => String(name).slice(0, 20)),
  };
}

/** Removes a passkey of the signed-in user. @throws ServiceError as `confirmIdentity`; `notFound` */
export async function removeOwnPasskey(
  viewer: Viewer | null,
  { passkey, ...confirmation }: ConfirmationInput & { passkey: string },
  context: Context,
): Promise<void> {
  const { viewer: user } = await confirmIdentity(viewer, confirmation, context);
  const name = await removePasskey(user.id, passkey);
  if (name === null) throw notFoundError("Passkey");
  recordEvent({ kind: "passkey-removed", user: user.id });
  await sendAccountMail(user, passkeyRemovedMail(name), context.origin);
}
