import type { Viewer } from "~/domain/viewer";
import type { Passkey } from "~/models/passkey.server";
import type { ExportResponse, UserResponse } from "~/schemas/responses";
import type { SignInResponse } from "~/schemas/session-responses";
import type { ListedSignIn } from "~/services/accounts/sessions.server";
import type { ExportStatus } from "~/services/exports/exports.server";

/** Serializes a user for that user only. */
export const serializeUser = ({ id, email, name, isMember }: Viewer): UserResponse => ({
  id,
  email,
  name,
  isMember,
});

/** Serializes a sign-in or token, for its owner only. */
export const serializeSignIn = ({
  createdAt,
  lastSeenAt,
  expiresAt,
  ...signIn
}: ListedSignIn): SignInResponse => ({
  ...signIn,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
});

/** Serializes a passkey, for its owner only. */
export const serializePasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export type SerializedPasskey = ReturnType<typeof serializePasskey>;

/** Serializes the state of a user's data export. */
export const serializeExport = ({
  requestedAt,
  readyAt,
  expiresAt,
  ...status
}: ExportStatus): ExportResponse => ({
  ...status,
  requestedAt: requestedAt?.toISOString() ?? null,
  readyAt: readyAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});
