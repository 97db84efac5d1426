/** The open sign-ins of an account, its API tokens, and the devices that they were opened on. */
import Bowser from "bowser";
import { addDays } from "date-fns/addDays";
import { accountTag } from "~/config/page-tags";
import { MAX_TOKENS } from "~/domain/token-scopes";
import type { Viewer } from "~/domain/viewer";
import {
  closeSessionsOf,
  closeSignInOf,
  countNamedTokens,
  createNamedToken,
  listSignIns,
  type Device,
  type OpenSignIn,
} from "~/models/session.server";
import type { NewTokenInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { shortenAddress } from "../events/shorten-address.server";
import type { Client } from "./client";
import { confirmIdentity } from "./confirm-identity.server";
import { tokenMadeMail } from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { requireSamePassword } from "./revoke-access.server";

/** @returns what a session stores about its client: the user agent and the network, but not the address */
export const deviceOf = ({ address, network, userAgent }: Client): Device => ({
  userAgent,
  network: network ?? shortenAddress(address),
});

const PROGRAM_LENGTH = 40;

/**
 * @param userAgent the `User-Agent` header of the client
 * @returns a short description for the owner of the account, such as "Firefox on Linux" or "curl/8.5.0"
 */
export function describeDevice(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || "unknown");
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const program = /^[\w.-]+(?:\/[\w.-]+)?/.exec(userAgent)?.[0].slice(0, PROGRAM_LENGTH);
  return browser.name || program || "Unknown device";
}

/** More sessions than anybody has. Older ones are not listed, but "end all others" ends them too. */
const MAX_LISTED = 200;

export type ListedSignIn = Omit<OpenSignIn, "userAgent"> & {
  /** A short description, such as "Firefox on Linux". */
  device: string;
  /** Whether this request belongs to it. */
  isCurrent: boolean;
};

/** @returns the sign-ins and tokens of the viewer, newest first */
export async function listSessions(
  viewer: Viewer | null,
  currentId: string | null,
): Promise<ListedSignIn[]> {
  if (!viewer) throw unauthenticatedError();
  const signIns = await listSignIns(viewer.id, MAX_LISTED);
  return signIns.map(({ userAgent, ...signIn }) => ({
    ...signIn,
    device: describeDevice(userAgent),
    isCurrent: signIn.id === currentId,
  }));
}

/** Ends a sign-in or token of the viewer. Its next request is refused. @throws ServiceError `notFound` */
export async function endSession(viewer: Viewer | null, signInId: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await closeSignInOf(viewer.id, signInId))) throw notFoundError("Session");
  recordEvent({ kind: "sessions-ended", user: viewer.id, which: "one" });
  await invalidate(accountTag(viewer.id));
}

/**
 * Ends all sign-ins and tokens of the viewer except one. Their next requests are refused.
 * @param currentId the sign-in that stays open
 */
export async function endOtherSessions(
  viewer: Viewer | null,
  currentId: string | null,
): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  await closeSessionsOf(viewer.id, currentId);
  recordEvent({ kind: "sessions-ended", user: viewer.id, which: "others" });
  await invalidate(accountTag(viewer.id));
}

/** Ends all sign-ins and tokens of an account for an administrator, without a permission check. */
export async function endAllSessionsOf(userId: string, administratorId: string): Promise<void> {
  await closeSessionsOf(userId);
  recordEvent({
    kind: "sessions-ended",
    user: userId,
    which: "all",
    administrator: administratorId,
  });
  await invalidate(accountTag(userId));
}

/**
 * Creates an API token, and notifies its owner by mail.
 * @returns the token, whose secret is shown to the owner once
 * @throws ServiceError as `confirmIdentity`; `conflict` when the viewer has the maximum number of tokens or the password
 *   was changed meanwhile
 */
export async function makeToken(
  viewer: Viewer | null,
  { name, scope, days, ...confirmation }: NewTokenInput,
  { origin, ...client }: Client & { origin: string },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const { address } = client;
  const credentials = await confirmIdentity(viewer, confirmation, { address, origin });
  const user = credentials.viewer;
  const expiresAt = addDays(new Date(), days);
  const token = { userId: user.id, name, scope, expiresAt };
  const { id, secret } = await createNamedToken(token, deviceOf(client));
  await requireSamePassword(credentials, () => closeSignInOf(user.id, id));
  // Counted after the insert, so that concurrent requests cannot exceed the limit.
  if ((await countNamedTokens(user.id)) > MAX_TOKENS) {
    await closeSignInOf(user.id, id);
    throw new ServiceError(
      "conflict",
      `You already have ${MAX_TOKENS} tokens. Revoke one that you no longer use.`,
    );
  }
  recordEvent({ kind: "token-made", user: user.id, scope });
  await sendAccountMail(user, tokenMadeMail(name), origin);
  return { id, secret, expiresAt };
}
