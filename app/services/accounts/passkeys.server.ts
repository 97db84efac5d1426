/** The passkeys of an account: adding, listing and removing them. */
import { addMinutes } from "date-fns/addMinutes";
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
import type { ConfirmationInput, PasskeyName, RegistrationResponse } from "~/schemas/second-factor";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { confirmIdentity } from "./confirm-identity.server";
import { requireSamePassword } from "./revoke-access.server";
import { mailNotice } from "./notices.server";
import { refuseAttestation, refuseFramed, relyingParty, webauthn } from "./relying-party.server";
import { credentialsOf, markOf } from "./second-step.server";

interface Context {
  address: string;
  /** The origin of this site. */
  origin: string;
}

/** @returns the passkeys of the signed-in user, oldest first */
export async function readPasskeys(viewer: Viewer): Promise<Passkey[]> {
  return listPasskeys(viewer.id);
}

const tooManyError = () =>
  new ServiceError("conflict", `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);

const NOT_ADDED = "The passkey could not be added. Please try again.";

/**
 * Begins to add a passkey. This requires the password and, if the user has a second factor, a code, because the
 * passkey will sign in without either.
 * @returns the WebAuthn options for the browser, and the secret of this step
 * @throws ServiceError `unauthenticated`; `invalid` with field errors for a wrong password or code, or without
 *   field errors if this origin cannot use passkeys; `conflict` when there are too many; `limited`; `unavailable`
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

interface NewPasskey extends PasskeyName {
  response: RegistrationResponse;
}

/**
 * Adds the passkey that the browser has created.
 * @throws ServiceError `unauthenticated`, `invalid` when the step has expired or the response is invalid, `conflict`
 *   when the passkey has already been added to an account, there are too many, or the password was changed meanwhile
 */
export async function finishAddingPasskey(
  viewer: Viewer | null,
  step: string,
  { name, response, origin }: NewPasskey & Pick<Context, "origin">,
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
  await mailNotice(viewer, { kind: "passkeyAdded", passkey: name }, origin);
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

/**
 * Removes a passkey of the signed-in user.
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password or code, `notFound`,
 *   `limited`, `unavailable`
 */
export async function removeOwnPasskey(
  viewer: Viewer | null,
  { passkey, ...confirmation }: ConfirmationInput & { passkey: string },
  context: Context,
): Promise<void> {
  const { viewer: user } = await confirmIdentity(viewer, confirmation, context);
  const name = await removePasskey(user.id, passkey);
  if (name === null) throw notFoundError("Passkey");
  recordEvent({ kind: "passkey-removed", user: user.id });
  await mailNotice(user, { kind: "passkeyRemoved", passkey: name }, context.origin);
}
