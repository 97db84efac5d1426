/**
 * Signing in by two steps, for pages: for an account with a second factor, the right password opens no session but
 * creates a second step, whose secret the browser keeps for ten minutes.
 */
import { createHash } from "node:crypto";
import { addMinutes } from "date-fns/addMinutes";
import { STEP_MINUTES } from "~/domain/sign-in-steps";
import {
  attemptStep,
  completeStep,
  createStep,
  findStep,
  uncountAttempt,
  type PendingStep,
} from "~/models/pending-step.server";
import type { SessionKind } from "~/models/session.server";
import { findCredentials, findUser, type Credentials } from "~/models/user.server";
import type { SignInInput } from "~/schemas/accounts";
import type { CodeInput } from "~/schemas/second-factor";
import { unauthenticatedError } from "../errors";
import {
  openSignIn,
  verifyCredentials,
  type SignedIn,
  type SignInContext,
} from "./accounts.server";
import { hasSecondFactor, spendCode, type CodeKind } from "./codes.server";
import { wrongCodeError } from "./confirm-identity.server";

/** How many codes may be tried before the password has to be typed again. */
const MAX_ATTEMPTS = 5;

export const STEP_ENDED =
  "Please sign in again: that took too long, or there were too many wrong codes.";

/** A sign-in that still needs its second step, by the step's secret. */
export type PendingSignIn = { step: string };

/**
 * Begins to sign a user in.
 * @returns the open sessions if the account has no second factor, otherwise the secret of the second step
 * @throws ServiceError `unauthenticated`, the same for an unknown email and a wrong password
 */
export async function beginSignIn<Kind extends SessionKind>(
  input: SignInInput,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind> | PendingSignIn> {
  const credentials = await verifyCredentials(input, context);
  const { id: userId } = credentials.viewer;
  if (!(await hasSecondFactor(userId))) return openSignIn(credentials, context, null);
  const expiresAt = addMinutes(new Date(), STEP_MINUTES);
  const passwordMark = markOf(credentials);
  return { step: await createStep({ kind: "second-step", userId, passwordMark, expiresAt }) };
}

/** Ties a step to the password hash, so that changing the password voids the steps that began with the old one. */
export const markOf = ({ passwordHash }: Credentials) =>
  createHash("sha256").update(passwordHash).digest("base64url");

/** @returns whether a second step can still be completed */
export const isStepPending = async (step: string): Promise<boolean> =>
  (await credentialsOf(await findStep(step, "second-step", MAX_ATTEMPTS))) !== null;

/** @returns the credentials of the user of a step, or `null` if the step is void */
export async function credentialsOf(pending: PendingStep | null): Promise<Credentials | null> {
  const user = pending?.userId ? await findUser(pending.userId) : null;
  const credentials = user && (await findCredentials(user.email));
  return credentials?.viewer.id === user?.id &&
    credentials &&
    markOf(credentials) === pending?.passwordMark
    ? credentials
    : null;
}

/**
 * Completes a sign-in by a code of the authenticator app or a recovery code.
 * @throws ServiceError `invalid` with the field error for a wrong code; `unauthenticated` when the step has expired,
 *   after too many wrong codes, or after the password was changed
 */
export async function signInByCode<Kind extends SessionKind>(
  step: string,
  { code }: CodeInput,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const credentials = await credentialsOf(await attemptStep(step, "second-step", MAX_ATTEMPTS));
  if (!credentials) throw unauthenticatedError(STEP_ENDED);
  const { viewer } = credentials;
  // If the second factor was removed meanwhile, the user signs in again, without a code.
  if (!(await hasSecondFactor(viewer.id))) throw unauthenticatedError(STEP_ENDED);
  const proof = await spendCode(viewer, code, context.origin).catch(async (error: unknown) => {
    await uncountAttempt(step);
    throw error;
  });
  if (!proof) throw wrongCodeError();
  return finishStep(step, credentials, proof, context);
}

/**
 * Signs in the user who has completed a second step.
 * @throws ServiceError `unauthenticated` if the step was completed before, or the password has been changed
 */
export async function finishStep<Kind extends SessionKind>(
  step: string,
  credentials: Credentials,
  proof: CodeKind | "passkey",
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  if (!(await completeStep(step, "second-step"))) throw unauthenticatedError(STEP_ENDED);
  return openSignIn(credentials, context, proof);
}
