import { accountTag } from "~/config/page-tags";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import { isKnownAddress, rememberAddress } from "~/models/known-address.server";
import {
  closeSignIn,
  findSession,
  isOpen,
  newSignInId,
  openSessions,
  type ActiveSession,
  type SessionKind,
} from "~/models/session.server";
import {
  createUser,
  findCredentials,
  findUser,
  hasPasswordHash,
  type Credentials,
} from "~/models/user.server";
import type { SignInInput, SignUpInput } from "~/schemas/accounts";
import { WRONG_CODE, type CallCodeInput } from "~/schemas/second-factor";
import { invalidate } from "../cache/invalidation.server";
import { countToday } from "../day-counts.server";
import { codeRequiredError, ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { hasSecondFactor, spendCode, type CodeKind } from "./codes.server";
import { checkInvitation, refuseIfUsed, useUp } from "./invitations.server";
import { isAddressTaken, mailProof } from "./email.server";
import { hashPassword, verifyPassword } from "./passwords.server";
import type { Client } from "./client";
import { deviceOf } from "./sessions.server";
import {
  enforceAccountLimit,
  enforceClientLimits,
  endFailures,
  enforcePauses,
  forgiveAttempt,
} from "./sign-in-limits.server";
import { checkSignUp } from "./sign-up-rules.server";

export { hashSecret } from "~/models/session.server";

export const LOGIN_FAILED = "Login failed";
export const SIGNUP_FAILED = "Signup failed";
const CODE_REQUIRED = "This account has a second factor: send one of its codes as `code`.";

/** Where a sign-in or sign-up comes from, and which sessions to open. */
export interface SignInContext<Kind extends SessionKind = SessionKind> extends Client {
  /** The origin of this site, for links in mails. */
  origin: string;
  kinds: readonly Kind[];
}

export interface SignedIn<Kind extends SessionKind = SessionKind> {
  viewer: Viewer;
  secrets: Record<Kind, string>;
}

/**
 * Creates an account, mails a link that proves its address, and signs it in.
 * @throws ServiceError `forbidden` while nobody may sign up; `invalid` for a guessable password, a reserved name, or
 *   without an invitation that can be used where one is needed; `conflict` when the email, the name or a
 *   name that looks like it is taken (the error does not say which)
 */
export async function signUp<Kind extends SessionKind>(
  input: SignUpInput,
  { kinds, origin, ...client }: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const { email, name, password } = input;
  await checkSignUp(input);
  // Before the invitation is looked up, so that nobody can guess one.
  await enforceClientLimits("signUp", client);
  const invitation = await checkInvitation(input.invitation);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  const passwordHash = await hashPassword(password, client.address);
  const viewer = (await isAddressTaken(email, null))
    ? null
    : await createUser({ email, name, passwordHash, hasUnprovenEmail: true, invitation });
  if (!viewer && invitation) await refuseIfUsed(invitation);
  if (!viewer) recordEvent({ kind: "sign-up-refused" }, { email });
  if (!viewer) throw new ServiceError("conflict", SIGNUP_FAILED);
  const { id: userId } = viewer;
  if (invitation) await useUp(invitation);
  recordEvent({ kind: "sign-up", user: userId });
  await rememberAddress({ userId, address: client.address, knownAddresses: [] });
  await mailProof(viewer, origin);
  return { viewer, secrets: await openSessions(userId, kinds, deviceOf(client)) };
}

/**
 * Signs a user in in one step, by a password and, for an account with a second factor, a code.
 * @throws ServiceError `unauthenticated`, the same for an unknown email and a wrong password; `unauthenticated` with
 *   `codeRequired` when only the code is missing or wrong
 */
export async function signIn<Kind extends SessionKind>(
  { code, ...input }: SignInInput & CallCodeInput,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const credentials = await verifyCredentials(input, context);
  const { viewer } = credentials;
  let proof: CodeKind | null = null;
  if (await hasSecondFactor(viewer.id)) {
    if (code === undefined) throw codeRequiredError(CODE_REQUIRED);
    proof = await spendCode(viewer, code, context.origin);
    if (!proof) throw codeRequiredError(WRONG_CODE);
  }
  return openSignIn(credentials, context, proof);
}

/** Checks an email and a password, and counts the attempt. @throws ServiceError as `signIn` */
export async function verifyCredentials(
  { email, password }: SignInInput,
  client: Pick<SignInContext, "address" | "network">,
): Promise<Credentials> {
  const { address } = client;
  await enforceClientLimits("signIn", client);
  await enforceAccountLimit(email, address);
  const found = await findCredentials(email);
  const isKnown = found !== null && isKnownAddress({ ...addressOf(found), address });
  if (!isKnown) await enforcePauses(email);
  const attempt = { email, address, isKnown };
  const isRight = await verifyPassword(password, found?.passwordHash ?? null, address).catch(
    async (error: unknown) => {
      await forgiveAttempt(attempt);
      throw error;
    },
  );
  if (!isRight || !found) {
    recordEvent({ kind: "sign-in-failed", user: found?.viewer.id }, found ? {} : { email });
    throw unauthenticatedError(LOGIN_FAILED);
  }
  await endFailures(attempt);
  return found;
}

/**
 * Opens the sessions of a user whose credentials have been verified.
 * @param proof what the user signed in with besides the password, or instead of it
 * @param isStillGood whether what was verified is still valid
 * @throws ServiceError `unauthenticated` if the password or passkey has been changed or removed meanwhile
 */
export async function openSignIn<Kind extends SessionKind>(
  credentials: Credentials,
  { kinds, ...client }: SignInContext<Kind>,
  proof: CodeKind | "passkey" | null,
  isStillGood = () => hasPasswordHash(credentials.viewer.id, credentials.passwordHash),
): Promise<SignedIn<Kind>> {
  const { viewer } = credentials;
  const signInId = newSignInId();
  const secrets = await openSessions(viewer.id, kinds, deviceOf(client), signInId);
  // A password change deletes all sessions; if it happened while this one was created, delete this one too.
  if (!(await isStillGood())) {
    await closeSignIn(signInId);
    throw unauthenticatedError(LOGIN_FAILED);
  }
  countToday("signIns");
  recordEvent({ kind: "sign-in", user: viewer.id, sessions: [...kinds], ...(proof && { proof }) });
  await rememberAddress({ ...addressOf(credentials), address: client.address });
  return { viewer, secrets };
}

const addressOf = ({ viewer, knownAddresses }: Credentials) => ({
  userId: viewer.id,
  knownAddresses,
});

/** Ends the sign-in of a session, and with it both its browser session and its API token. */
export async function signOut(session: ActiveSession): Promise<void> {
  await closeSignIn(session.signInId);
  recordEvent({ kind: "sign-out", user: session.userId });
  await invalidate(accountTag(session.userId));
}

export interface Authenticated {
  viewer: Viewer;
  session: ActiveSession;
}

/** @returns the viewer and session that a secret belongs to, or `null` if it is invalid or expired */
export async function authenticate(
  secret: string,
  kind: SessionKind,
): Promise<Authenticated | null> {
  const session = await findSession(secret, kind);
  const viewer = session && (await findUser(session.userId));
  return session && viewer ? { session, viewer } : null;
}

/**
 * Opens a new browser session for a client that lost its cookie but has a valid token.
 * @returns the secret of the new session, which ends with the token's sign-in; `null` if that sign-in has just
 *   ended, or if the token is a named API token
 */
export async function restoreBrowser(
  { session, viewer }: Authenticated,
  client: Client,
): Promise<string | null> {
  if (session.isNamed) return null;
  const { browser } = await openSessions(
    viewer.id,
    ["browser"],
    deviceOf(client),
    session.signInId,
  );
  if (!(await isOpen(session))) {
    await closeSignIn(session.signInId);
    return null;
  }
  recordEvent({ kind: "session-restored", user: viewer.id });
  return browser;
}
