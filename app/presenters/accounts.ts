import type { Passkey } from "~/models/passkey.server";
import { exportResponse, signInResponse, userResponse } from "~/schemas/account-responses";
import { presenter } from "./presenter";

/** Serializes a user for that user only. */
export const serializeUser = presenter(userResponse);

/** Serializes a sign-in or token, for its owner only. */
export const serializeSignIn = presenter(signInResponse);

/** Serializes a passkey, for its owner only. */
export const serializePasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export type SerializedPasskey = ReturnType<typeof serializePasskey>;

/** Serializes the state of a user's data export. */
export const serializeExport = presenter(exportResponse);
