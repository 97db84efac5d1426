/** Signing in by a passkey: alone, if the device has verified its user, or as the second step after the password. */
import { addMinutes } from "date-fns/addMinutes";
import { PASSKEY_MINUTES } from "~/domain/sign-in-steps";
import { findPasskey, listPasskeys, notePasskeyUse, type Passkey } from "~/models/passkey.server";
import {
  completeStep,
  createStep,
  findStep,
  setChallenge,
  takeChallenge,
} from "~/models/pending-step.server";
import type { SessionKind } from "~/models/session.server";
import { findCredentials, findUser } from "~/models/user.server";
import type { AuthenticationResponse } from "~/schemas/second-factor";
import { unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { openSignIn, type SignedIn, type SignInContext } from "./accounts.server";
import { refuseFramed, relyingParty, webauthn } from "./passkeys.server";
import { credentialsOf, finishStep, STEP_ENDED } from "./second-step.server";
import { enforceClientLimits } from "./sign-in-limits.server";

const PASSKEY_REFUSED = "This passkey cannot be used to sign in here. Please sign in another way.";

type Client = Pick<SignInContext, "address" | "network" | "origin">;

/** Begins a sign-in by a passkey alone. @throws ServiceError `invalid` if this origin cannot use passkeys */
export async function beginPasskeySignIn({ origin, ...client }: Client) {
  const { rpID } = relyingParty(origin);
  await enforceClientLimits("signIn", client);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
  const { challenge } = options;
  const expiresAt = addMinutes(new Date(), PASSKEY_MINUTES);
  return { options, step: await createStep({ kind: "passkey-sign-in", challenge, expiresAt }) };
}

/**
 * Signs in by a passkey alone.
 * @throws ServiceError `unauthenticated` when the passkey is unknown, the step has expired or the response is invalid
 */
export async function signInByPasskey<Kind extends SessionKind>(
  step: string,
  response: AuthenticationResponse,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const pending = await completeStep(step, "passkey-sign-in");
  if (!pending?.challenge) throw unauthenticatedError(STEP_ENDED);
  const expected = { challenge: pending.challenge, origin: context.origin, replacesPassword: true };
  const passkey = await usePasskey(response, expected);
  const user = await findUser(passkey.userId);
  const credentials = user && (await findCredentials(user.email));
  if (credentials?.viewer.id !== passkey.userId) throw unauthenticatedError(PASSKEY_REFUSED);
  const isStillGood = async () => (await findPasskey(passkey.credentialId)) !== null;
  return openSignIn(credentials, context, "passkey", isStillGood);
}

/** Begins a second step by a passkey. @throws ServiceError `unauthenticated` for a void step or without a passkey */
export async function beginPasskeyStep(step: string, origin: string) {
  const { rpID } = relyingParty(origin);
  const credentials = await credentialsOf(await findStep(step, "second-step"));
  if (!credentials) throw unauthenticatedError(STEP_ENDED);
  const passkeys = await listPasskeys(credentials.viewer.id);
  if (!passkeys.length) throw unauthenticatedError(PASSKEY_REFUSED);
  const { generateAuthenticationOptions } = await webauthn();
  // The password was right, so the device need not verify its user.
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "discouraged",
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  const isPending = await setChallenge(step, "second-step", options.challenge);
  if (!isPending) throw unauthenticatedError(STEP_ENDED);
  return options;
}

/** Completes a second step by a passkey of its user. @throws ServiceError as `signInByPasskey` */
export async function signInByPasskeyStep<Kind extends SessionKind>(
  step: string,
  response: AuthenticationResponse,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const pending = await takeChallenge(step, "second-step");
  const credentials = await credentialsOf(pending);
  if (!pending?.challenge || !credentials) throw unauthenticatedError(STEP_ENDED);
  await usePasskey(response, {
    challenge: pending.challenge,
    origin: context.origin,
    replacesPassword: false,
    userId: credentials.viewer.id,
  });
  return finishStep(step, credentials, "passkey", context);
}

/** @returns whether the user of a second step could complete it by a passkey */
export async function hasPasskeyForStep(step: string): Promise<boolean> {
  const pending = await findStep(step, "second-step");
  return pending?.userId ? (await listPasskeys(pending.userId)).length > 0 : false;
}

interface Expected {
  challenge: string;
  origin: string;
  /** Whether the passkey replaces the password. If so, the device has to verify its user. */
  replacesPassword: boolean;
  /** The user that the passkey has to belong to; any user if omitted. */
  userId?: string;
}

/**
 * Checks a passkey’s response, and stores that it was used.
 * @throws ServiceError `unauthenticated` when the passkey is unknown or somebody else’s, or the response is invalid
 */
export async function usePasskey(
  response: AuthenticationResponse,
  expected: Expected,
): Promise<Passkey> {
  const passkey = await findPasskey(response.id);
  const isTheirs = expected.userId === undefined || passkey?.userId === expected.userId;
  const counter = passkey && isTheirs ? await newCounterOf(response, passkey, expected) : null;
  if (passkey && counter !== null && (await notePasskeyUse(passkey.id, passkey.counter, counter))) {
    return passkey;
  }
  recordEvent({ kind: "passkey-refused", ...(passkey && { user: passkey.userId }) });
  throw unauthenticatedError(PASSKEY_REFUSED);
}

/** @returns the device's new counter, or `null` if the response is invalid, for example if the counter went back */
async function newCounterOf(
  response: AuthenticationResponse,
  { credentialId, publicKey, counter }: Passkey,
  { challenge, origin, replacesPassword }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { rpID: expectedRPID } = relyingParty(origin);
  try {
    await refuseFramed(response);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      response: response as never,
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter },
      requireUserVerification: replacesPassword,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for any invalid response.
    return null;
  }
}
