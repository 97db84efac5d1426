import type { Viewer } from "~/domain/viewer";
import { resetLimit } from "~/models/rate-limits.server";
import {
  closeSignIn,
  findSession,
  hashSecret,
  isOpen,
  newSignInId,
  openSessions,
  type ActiveSession,
  type SessionKind,
} from "~/models/session.server";
import { createUser, findCredentials, findUser, hasPasswordHash } from "~/models/user.server";
import type { SignInInput, SignUpInput } from "~/schemas/accounts";
import { cachedRead } from "../cache/cached-reads.server";
import { dependsOn } from "../cache/dependencies.server";
import { invalidate } from "../cache/invalidation.server";
import { accountTag } from "../cache/tags";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { hashPassword, verifyPassword } from "./passwords.server";

export const LOGIN_FAILED = "Login failed";
export const SIGNUP_FAILED = "Signup failed";

/** Where a sign-in comes from, and which sessions to open. */
export interface SignInContext<Kind extends SessionKind = SessionKind> {
  address: string;
  userAgent: string;
  kinds: readonly Kind[];
}

export interface SignedIn<Kind extends SessionKind = SessionKind> {
  viewer: Viewer;
  /** The secret of each new session. */
  secrets: Record<Kind, string>;
}

/**
 * Creates an account and signs it in.
 *
 * @throws ServiceError `conflict` when email or name is taken (without saying which), `limited`
 */
export async function signUp<Kind extends SessionKind>(
  { email, name, password }: SignUpInput,
  { address, userAgent, kinds }: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  await enforceRateLimit("signUp", address);
  const viewer = await createUser({ email, name, passwordHash: await hashPassword(password) });
  if (!viewer) recordEvent({ kind: "sign-up-refused" }, { email });
  if (!viewer) throw new ServiceError("conflict", SIGNUP_FAILED);
  recordEvent({ kind: "sign-up", user: viewer.id });
  return { viewer, secrets: await openSessions(viewer.id, kinds, userAgent) };
}

/**
 * Signs a user in.
 *
 * @throws ServiceError `unauthenticated` for an unknown email or a wrong password alike, `limited`
 */
export async function signIn<Kind extends SessionKind>(
  { email, password }: SignInInput,
  { address, userAgent, kinds }: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const account = `${email} ${address}`;
  await enforceRateLimit("signInAddress", address);
  await enforceRateLimit("signInAccount", account);
  const found = await findCredentials(email);
  if (!(await verifyPassword(password, found?.passwordHash ?? null)) || !found) {
    recordEvent({ kind: "sign-in-failed", user: found?.viewer.id }, found ? {} : { email });
    throw unauthenticatedError(LOGIN_FAILED);
  }
  await resetLimit("signInAccount", account);
  const { viewer, passwordHash } = found;
  const signInId = newSignInId();
  const secrets = await openSessions(viewer.id, kinds, userAgent, signInId);
  // A password change deletes all sessions; if it happened while this one was created, delete this one too.
  if (!(await hasPasswordHash(viewer.id, passwordHash))) {
    await closeSignIn(signInId);
    throw unauthenticatedError(LOGIN_FAILED);
  }
  recordEvent({ kind: "sign-in", user: viewer.id, sessions: [...kinds] });
  return { viewer, secrets };
}

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

/** @returns the viewer and session of a secret, or `null` if it is invalid or expired */
export async function authenticate(
  secret: string,
  kind: SessionKind,
): Promise<Authenticated | null> {
  const session = await findSession(secret, kind);
  const viewer = session && (await findUser(session.userId));
  return session && viewer ? { session, viewer } : null;
}

/** Like `authenticate`, for a request that only reads: looked up again once the account has changed. */
export const authenticateReader = (
  secret: string,
  kind: SessionKind,
): Promise<Authenticated | null> =>
  cachedRead(["signed in", kind, hashSecret(secret)], async () => {
    const found = await authenticate(secret, kind);
    if (found) dependsOn(accountTag(found.viewer.id));
    return found;
  });

/**
 * Opens a new browser session for a client that lost its cookie but has a valid token.
 *
 * @returns the new session's secret; it ends with the token's sign-in. `null` if that sign-in has just
 *   ended
 */
export async function restoreBrowser(
  { session, viewer }: Authenticated,
  userAgent: string,
): Promise<string | null> {
  const { browser } = await openSessions(viewer.id, ["browser"], userAgent, session.signInId);
  const isStillOpen = await isOpen(session);
  if (isStillOpen) recordEvent({ kind: "session-restored", user: viewer.id });
  if (isStillOpen) return browser;
  await closeSignIn(session.signInId);
  return null;
}
