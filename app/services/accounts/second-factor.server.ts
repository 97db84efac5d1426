/** The second factor of an account: an authenticator app, and recovery codes for whoever has lost it. */
import { addMinutes } from "date-fns/addMinutes";
import type { Viewer } from "~/domain/viewer";
import {
  cancelSetUp,
  findSecondFactor,
  findSetUp,
  finishSetUp,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSetUp,
  useRecoveryCode,
  useStep,
} from "~/models/second-factor.server";
import {
  WRONG_CODE,
  type CodeInput,
  type ConfirmedCodeInput,
  type CurrentPasswordInput,
} from "~/schemas/second-factor";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { confirmPassword } from "./confirm-password.server";
import { mailNotice } from "./notices.server";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.server";
import { enforceCodePauses, forgiveCode } from "./sign-in-limits.server";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.server";

/** For how long a set-up may be under way. */
const SET_UP_MINUTES = 30;

const ALREADY_ON = "Your account has a second factor already. Remove it first.";
const NOT_SET_UP = "Nothing is being set up, or it took too long. Please begin again.";
const NOT_ON = "Your account has no second factor.";

/** Where somebody signed in acts from; `origin` is the site's own. */
interface Context {
  address: string;
  origin: string;
  session: { id: string } | null;
}

/** What an authenticator app has to know. */
export interface SetUp {
  /** In base32. */
  secret: string;
  /** The same as an address, for a QR code. */
  uri: string;
}

/** Whether an account has a second factor, and how many recovery codes are left. */
export interface SecondFactorState {
  isOn: boolean;
  recoveryCodesLeft: number;
}

/** @returns whether somebody who knows the password of the account is asked for a code as well */
export const hasSecondFactor = async (userId: string): Promise<boolean> =>
  (await findSecondFactor(userId)) !== null;

/** @throws ServiceError `unauthenticated` without a viewer */
export async function readSecondFactor(viewer: Viewer | null): Promise<SecondFactorState> {
  if (!viewer) throw unauthenticatedError();
  const found = await findSecondFactor(viewer.id);
  return { isOn: found !== null, recoveryCodesLeft: found?.recoveryCodesLeft ?? 0 };
}

/**
 * Begins to set up an authenticator app, in place of an earlier set-up that was not finished.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password, `conflict` when
 *   there is a second factor already, `limited`, `unavailable`
 */
export async function beginSetUp(
  viewer: Viewer | null,
  { currentPassword }: CurrentPasswordInput,
  { address, session }: Context,
): Promise<SetUp> {
  const { viewer: user } = await confirmPassword(viewer, currentPassword, {
    address,
    field: "currentPassword",
  });
  if (!session) throw unauthenticatedError();
  const secret = newTotpSecret();
  const endsAt = addMinutes(new Date(), SET_UP_MINUTES);
  const isBegun = await startSetUp({ userId: user.id, sessionId: session.id, secret, endsAt });
  if (!isBegun) throw new ServiceError("conflict", ALREADY_ON);
  return setUpOf(user, secret);
}

const setUpOf = ({ email }: Viewer, secret: string): SetUp => ({
  secret,
  uri: totpUri(secret, email),
});

/** @returns the set-up that this session has begun, or `null`: no other session sees its secret */
export async function readSetUp(
  viewer: Viewer,
  session: { id: string } | null,
): Promise<SetUp | null> {
  const secret = session && (await findSetUp({ userId: viewer.id, sessionId: session.id }));
  return secret ? setUpOf(viewer, secret) : null;
}

/** Gives up a set-up that is under way. @throws ServiceError `unauthenticated` */
export async function giveUpSetUp(viewer: Viewer | null): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  await cancelSetUp(viewer.id);
}

/**
 * Finishes a set-up by a code of the app. From now on signing in asks for one.
 *
 * @returns the recovery codes, which cannot be read again
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong code, `conflict` when
 *   nothing is being set up by this session
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
  if (step === null) throw wrongCode();
  const codes = newRecoveryCodes();
  const recoveryCodes = hashesOf(viewer.id, codes);
  if (!(await finishSetUp({ ...setUp, secret, step, recoveryCodes }))) {
    throw new ServiceError("conflict", NOT_SET_UP);
  }
  recordEvent({ kind: "second-factor-added", user: viewer.id });
  await mailNotice(viewer, { kind: "secondFactorAdded" }, origin);
  return codes;
}

const hashesOf = (userId: string, codes: readonly string[]) =>
  codes.map((code) => hashRecoveryCode(userId, code));

/**
 * Makes new recovery codes in the place of all earlier ones.
 *
 * @returns the codes, which cannot be read again
 * @throws ServiceError as `removeOwnSecondFactor`
 */
export async function renewRecoveryCodes(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<string[]> {
  const user = await confirmWithCode(viewer, input, context);
  const codes = newRecoveryCodes();
  if (!(await replaceRecoveryCodes(user.id, hashesOf(user.id, codes)))) throw notOn();
  recordEvent({ kind: "recovery-codes-renewed", user: user.id });
  await mailNotice(user, { kind: "recoveryCodesRenewed" }, context.origin);
  return codes;
}

/**
 * Takes the second factor of a signed-in user away.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password or code,
 *   `conflict` when there is no second factor, `limited`, `unavailable`
 */
export async function removeOwnSecondFactor(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<void> {
  const user = await confirmWithCode(viewer, input, context);
  if (!(await removeSecondFactor(user.id))) throw notOn();
  recordEvent({ kind: "second-factor-removed", user: user.id, by: "person" });
  await mailNotice(user, { kind: "secondFactorRemoved" }, context.origin);
}

const notOn = () => new ServiceError("conflict", NOT_ON);

async function confirmWithCode(
  viewer: Viewer | null,
  input: ConfirmedCodeInput,
  context: Context,
): Promise<Viewer> {
  if (!viewer) throw unauthenticatedError();
  if (!(await hasSecondFactor(viewer.id))) throw notOn();
  return confirmWithFactor(viewer, input, context);
}

/**
 * Checks the password of a signed-in user and, if they have a second factor, a code of it.
 *
 * @returns the user
 * @throws ServiceError as `removeOwnSecondFactor`, but for accounts without a second factor
 */
export async function confirmWithFactor(
  viewer: Viewer | null,
  { currentPassword, code = "" }: CurrentPasswordInput & Partial<CodeInput>,
  context: { address: string; origin: string },
): Promise<Viewer> {
  const { address, origin } = context;
  const confirmed = await confirmPassword(viewer, currentPassword, {
    address,
    field: "currentPassword",
  });
  const { viewer: user } = confirmed;
  if ((await hasSecondFactor(user.id)) && !(await spendCode(user, code, origin))) throw wrongCode();
  return user;
}

const wrongCode = () =>
  new ServiceError("invalid", WRONG_CODE, { fieldErrors: { code: [WRONG_CODE] } });

/** What somebody has proven a second factor by. */
export type CodeKind = "code" | "recovery-code";

/**
 * Uses up a code of the authenticator app or a recovery code; of the latter the owner is told by mail.
 *
 * @param origin the site's own
 * @returns which of the two it was, or `null` if it is neither, or was used before
 * @throws ServiceError `limited` while there is a pause after wrong ones; then the code is not looked at
 */
export async function spendCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<CodeKind | null> {
  await enforceCodePauses(user.id);
  const kind = (await spendAppCode(user, typed)) ?? (await spendRecoveryCode(user, typed, origin));
  if (kind) await forgiveCode(user.id);
  else recordEvent({ kind: "code-refused", user: user.id });
  return kind;
}

async function spendAppCode({ id }: Viewer, typed: string): Promise<"code" | null> {
  const found = await findSecondFactor(id);
  const step = found && stepOfCode(found.secret, typed, new Date());
  return step !== null && (await useStep(id, found!.secret, step)) ? "code" : null;
}

async function spendRecoveryCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<"recovery-code" | null> {
  const left = await useRecoveryCode(user.id, hashRecoveryCode(user.id, typed));
  if (left === null) return null;
  recordEvent({ kind: "recovery-code-used", user: user.id, left });
  await mailNotice(user, { kind: "recoveryCodeUsed", left }, origin);
  return "recovery-code";
}
