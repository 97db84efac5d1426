/**
 * What administrators do to accounts in the browser; the commands of operators call the same services. Nobody acts on
 * their own account here, and nobody deletes an administrator, so that nobody locks everybody out.
 */
import type { Viewer } from "~/domain/viewer";
import { findAccountById, type Account } from "~/models/account-list.server";
import type { AccountDeletionInput } from "~/schemas/admin";
import { deleteAccount } from "../account-deletion/account-deletion.server";
import { grantMembership, removeFactorsByEmail } from "../accounts/admin.server";
import type { Client } from "../accounts/client";
import { requestPasswordReset } from "../accounts/new-password.server";
import { endAllSessionsOf } from "../accounts/sessions.server";
import { notFoundError, ServiceError } from "../errors";
import { setRoleOf } from "../moderation/roles.server";
import { requirePower } from "../require-power";

/** @throws ServiceError `forbidden` unless the viewer is an administrator, and for their own account; `notFound` */
async function requireOther(
  viewer: Viewer | null,
  id: string,
): Promise<{ administrator: Viewer; account: Account }> {
  const administrator = requirePower(viewer, "administer");
  const account = await findAccountById(id);
  if (!account) throw notFoundError("Account");
  if (account.id === administrator.id) {
    throw new ServiceError(
      "forbidden",
      "This is your own account. Change it in your settings, or have another administrator do it.",
    );
  }
  return { administrator, account };
}

/** Makes somebody a moderator, or ends that. @throws ServiceError as `requireOther` and `setRoleOf` */
export async function setModerator(
  viewer: Viewer | null,
  id: string,
  isModerator: boolean,
): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  await setRoleOf(administrator, account.id, isModerator ? "moderator" : null);
}

/** Makes somebody a member of the organisation, or ends that. @throws ServiceError as `requireOther` */
export async function setMembership(
  viewer: Viewer | null,
  id: string,
  isMember: boolean,
): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  await grantMembership(account.email, isMember, administrator.id);
}

/** Removes the second factor and all passkeys of somebody who has lost them. @throws ServiceError as `requireOther` */
export async function resetFactors(viewer: Viewer | null, id: string): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  await removeFactorsByEmail(account.email, administrator.id);
}

/** Mails somebody a link to set a new password. @throws ServiceError as `requireOther` */
export async function mailPasswordReset(
  viewer: Viewer | null,
  id: string,
  client: Client & { origin: string },
): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  await requestPasswordReset({ email: account.email }, client, administrator.id);
}

/** Ends all sessions and tokens of somebody. Their password stays. @throws ServiceError as `requireOther` */
export async function endSessions(viewer: Viewer | null, id: string): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  await endAllSessionsOf(account.id, administrator.id);
}

/**
 * Deletes the account of somebody at once.
 * @param input their name as it was typed, and whether what they wrote is deleted too
 * @throws ServiceError as `requireOther`; `invalid` with the field error for another name; `forbidden` for an
 *   administrator
 */
export async function removeAccount(
  viewer: Viewer | null,
  id: string,
  { name, content }: AccountDeletionInput,
): Promise<void> {
  const { administrator, account } = await requireOther(viewer, id);
  if (account.role === "administrator") {
    throw new ServiceError(
      "forbidden",
      "An administrator cannot be deleted here. End the role first, by command.",
    );
  }
  if (name !== account.name) {
    const message = `Type the name exactly as it is: ${account.name}`;
    throw new ServiceError("invalid", message, { fieldErrors: { name: [message] } });
  }
  await deleteAccount(account.email, {
    withContent: content === "delete",
    by: { by: "administrator", administrator: administrator.id },
  });
}
