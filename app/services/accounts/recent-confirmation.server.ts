/**
 * Acts of administrators ask for the password or a passkey again if the session has not seen one for ten minutes: a
 * stolen session alone can do none of them.
 */
import { addMinutes } from "date-fns/addMinutes";
import { accountTag } from "~/config/page-tags";
import { isConfirmationDue } from "~/domain/recent-confirmation";
import { PASSKEY_MINUTES } from "~/domain/sign-in-steps";
import type { Viewer } from "~/domain/viewer";
import { listPasskeys } from "~/models/passkey.server";
import { completeStep, createStep } from "~/models/pending-step.server";
import { markConfirmed, type ActiveSession } from "~/models/session.server";
import type { AuthenticationResponse, RecentConfirmationInput } from "~/schemas/second-factor";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { hasSecondFactor } from "./codes.server";
import { confirmIdentity } from "./confirm-identity.server";
import { usePasskey } from "./passkey-sign-in.server";
import { arePasskeysPossible, relyingParty, webauthn } from "./passkeys.server";
import { STEP_ENDED } from "./second-step.server";

const CONFIRM =
  "Nothing was changed yet: please confirm that it is you. You signed in a while ago.";

interface Acting {
  viewer: Viewer | null;
  session: ActiveSession | null;
}

/**
 * Requires that whoever acts has signed in or confirmed who they are within the last ten minutes, or does so now. A
 * password or code that is not needed is not looked at.
 * @throws ServiceError `unauthenticated` without a session; `forbidden` with an error of the field `currentPassword` if
 *   a confirmation is due and there is none; `invalid` as `confirmIdentity`
 */
export async function requireRecentConfirmation(
  { viewer, session }: Acting,
  { currentPassword, code }: RecentConfirmationInput,
  context: { address: string; origin: string },
): Promise<void> {
  if (!viewer || session?.kind !== "browser") throw unauthenticatedError();
  if (!isConfirmationDue(session.confirmedAt)) return;
  if (currentPassword === undefined) {
    throw new ServiceError("forbidden", CONFIRM, { fieldErrors: { currentPassword: [CONFIRM] } });
  }
  await confirmIdentity(viewer, { currentPassword, code }, context);
  await confirm(session);
}

async function confirm(session: ActiveSession): Promise<void> {
  await markConfirmed(session);
  await invalidate(accountTag(session.userId));
}

/** What a form needs to know to ask for a confirmation. */
export interface ConfirmationState {
  isDue: boolean;
  /** Whether the password has to be followed by a code. */
  takesCode: boolean;
  hasPasskeys: boolean;
}

/** @param origin the origin of this site @returns how whoever acts would have to confirm who they are */
export async function readConfirmationState(
  { viewer, session }: Acting,
  origin: string,
): Promise<ConfirmationState> {
  if (!viewer || !session) throw unauthenticatedError();
  const [takesCode, passkeys] = await Promise.all([
    hasSecondFactor(viewer.id),
    listPasskeys(viewer.id),
  ]);
  return {
    isDue: isConfirmationDue(session.confirmedAt),
    takesCode,
    hasPasskeys: passkeys.length > 0 && arePasskeysPossible(origin),
  };
}

/**
 * Begins to confirm by a passkey who acts.
 * @returns the WebAuthn options for the browser, and the secret of this step
 * @throws ServiceError `invalid` if this origin cannot use passkeys, `unauthenticated` without a session
 */
export async function beginPasskeyConfirmation({ viewer, session }: Acting, origin: string) {
  if (!viewer || session?.kind !== "browser") throw unauthenticatedError();
  const { rpID } = relyingParty(origin);
  await enforceRateLimit("accountChanges", viewer.id);
  const passkeys = await listPasskeys(viewer.id);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "required",
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  const step = await createStep({
    kind: "confirm-by-passkey",
    userId: viewer.id,
    challenge: options.challenge,
    expiresAt: addMinutes(new Date(), PASSKEY_MINUTES),
  });
  return { options, step };
}

/**
 * Confirms by a passkey of the viewer who acts, for the next ten minutes.
 * @param step the secret of the step that was begun
 * @throws ServiceError `unauthenticated` if the step has ended, or the response is not that of their passkey
 */
export async function finishPasskeyConfirmation(
  { viewer, session }: Acting,
  step: string,
  { response, origin }: { response: AuthenticationResponse; origin: string },
): Promise<void> {
  if (!viewer || session?.kind !== "browser") throw unauthenticatedError();
  const pending = await completeStep(step, "confirm-by-passkey");
  if (!pending?.challenge || pending.userId !== viewer.id) throw unauthenticatedError(STEP_ENDED);
  const { challenge } = pending;
  await usePasskey(response, { challenge, origin, replacesPassword: true, userId: viewer.id });
  await confirm(session);
}
