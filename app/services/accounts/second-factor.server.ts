/** The second factor of an account: an authenticator app, and recovery codes in case the app is lost. */
import { addMinutes } from "date-fns/addMinutes";
import { encode } from "uqr";
import type { Viewer } from "~/domain/viewer";
import {
  cancelSetUp,
  findSecondFactor,
  findSetUp,
  finishSetUp,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSetUp,
} from "~/models/second-factor.server";
import { isOpen } from "~/models/session.server";
import {
  type CodeInput,
  type ConfirmedCodeInput,
  type CurrentPasswordInput,
} from "~/schemas/second-factor";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import {
  hasSecondFactor,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from "./codes.server";
import { confirmIdentity, wrongCodeError } from "./confirm-identity.server";
import * as mails from "./mails";
import { sendAccountMail } from "./account-mails.server";

/** How long a started set-up stays valid. */
const SET_UP_MINUTES = 30;

const ALREADY_ON = "Your account already has a second factor. Remove it first.";
const NOT_SET_UP = "No second factor is being set up, or it took too long. Please start again.";
const NOT_ON = "Your account has no second factor.";

type Context = { address: string; origin: string; session: { id: string } | null };

export async function readSecondFactor(viewer: Viewer | null) {
  if (!viewer) throw unauthenticatedError();
  const found = await findSecondFactor(viewer.id);
  return { isOn: found !== null, recoveryCodesLeft: found?.recoveryCodesLeft ?? 0 };
}

/**
 * Begins to set up an authenticator app. Replaces an earlier set-up that was not finished.
 * @throws ServiceError as `confirmIdentity`; `conflict` when there is a second factor already
 */
export async function beginSetUp(
  viewer: Viewer | null,
  input: CurrentPasswordInput,
  context: Context,
) {
  const { session } = context;
  if (viewer && (await hasSecondFactor(viewer.id))) throw new ServiceError("conflict", ALREADY_ON);
  const { viewer: user } = await confirmIdentity(viewer, input, context);
  if (!session) throw unauthenticatedError();
  const secret = newTotpSecret();
  const endsAt = addMinutes(new Date(), SET_UP_MINUTES);
  const isBegun = await startSetUp({ userId: user.id, sessionId: session.id, secret, endsAt });
  if (!isBegun) throw new ServiceError("conflict", ALREADY_ON);
  return setUpOf(user, secret);
}

/** What an authenticator app needs: a secret in base32, and the same as an `otpauth:` URI, for a QR code. */
const setUpOf = ({ email }: Viewer, secret: string) => ({
  secret,
  uri: totpUri(secret, email),
});

export type QrCode = ReturnType<typeof drawQrCode>;

/** @returns the size in modules, including the quiet zone that scanners need, and the dark modules as SVG path data */
export function drawQrCode(text: string) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}

/** @returns the set-up that this session has begun, or `null`; other sessions cannot read its secret */
export async function readSetUp(viewer: Viewer, session: { id: string } | null) {
  const secret = session && (await findSetUp({ userId: viewer.id, sessionId: session.id }));
  return secret ? setUpOf(viewer, secret) : null;
}

/** Cancels an unfinished set-up. */
export async function cancelFactorSetUp(viewer: Viewer | null): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  await cancelSetUp(viewer.id);
}

/**
 * Finishes a set-up by a code of the app. From then on, signing in with the password requires a code.
 * @returns the recovery codes, which cannot be read again
 * @throws ServiceError `unauthenticated`, also if the session ended meanwhile; `invalid` with the field error for a wrong
 *   code; `conflict` when nothing is being set up by this session
 */
export async function confirmSetUp(
  viewer: Viewer | null,
  { code }: CodeInput,
  { session, origin }: Context,
): Promise<string[]> {
  if (!viewer || !session) throw unauthenticatedError();
  const setUp = { userId: viewer.id, sessionId: session.id };
  const secret = await findSetUp(setUp);
  if (!secret) throw new ServiceError("conflict", NOT_SET_UP);
  const step = stepOfCode(secret, code, new Date());
  if (step === null) throw wrongCodeError();
  const codes = newRecoveryCodes();
  const recoveryCodes = hashesOf(viewer.id, codes);
  if (!(await finishSetUp({ ...setUp, secret, step, recoveryCodes }))) {
    throw new ServiceError("conflict", NOT_SET_UP);
  }
  // A new password ends the session, but could not have removed what was finished only then.
  if (!(await isOpen(session))) {
    await removeSecondFactor(viewer.id);
    throw unauthenticatedError();
  }
  recordEvent({ kind: "second-factor-added", user: viewer.id });
  await sendAccountMail(viewer, mails.secondFactorAddedMail, origin);
  return codes;
}

const hashesOf = (userId: string, codes: readonly string[]) =>
  codes.map((code) => hashRecoveryCode(userId, code));

/** Replaces all recovery codes by new ones. @throws ServiceError as `confirmIdentity`; `conflict` without a second factor */
export async function renewRecoveryCodes(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<string[]> {
  const user = await confirmWithCode(viewer, input, context);
  const codes = newRecoveryCodes();
  if (!(await replaceRecoveryCodes(user.id, hashesOf(user.id, codes)))) throw notOn();
  recordEvent({ kind: "recovery-codes-renewed", user: user.id });
  await sendAccountMail(user, mails.recoveryCodesRenewedMail, context.origin);
  return codes;
}

/** Removes the second factor of a signed-in user. @throws ServiceError as `renewRecoveryCodes` */
export async function removeOwnSecondFactor(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<void> {
  const user = await confirmWithCode(viewer, input, context);
  if (!(await removeSecondFactor(user.id))) throw notOn();
  recordEvent({ kind: "second-factor-removed", user: user.id, by: "person" });
  await sendAccountMail(user, mails.secondFactorRemovedMail, context.origin);
}

const notOn = () => new ServiceError("conflict", NOT_ON);

async function confirmWithCode(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<Viewer> {
  if (!viewer) throw unauthenticatedError();
  if (!(await hasSecondFactor(viewer.id))) throw notOn();
  return (await confirmIdentity(viewer, input, context)).viewer;
}
