/** The picture that takes the place of the mark in the header. */
import { createHash } from "node:crypto";
import { readImageFile } from "~/domain/image-file";
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE, type Logo } from "~/domain/site-settings";
import type { Viewer } from "~/domain/viewer";
import { addLogo, listLogos, removeLogo } from "~/models/logo.server";
import { isLogoKept } from "~/models/setting-change.server";
import { ServiceError } from "../errors";
import { requirePower } from "../require-power";
import { storeSettings } from "./site-settings.server";

export { findLogo } from "~/models/logo.server";

const refused = (message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { logo: [message] } });

/** @throws ServiceError `invalid` for a file that is no picture of a kind and size that is shown */
function checkLogo(bytes: Uint8Array): Logo {
  if (!bytes.length) throw refused("Please choose a picture.");
  if (bytes.length > MAX_LOGO_BYTES) {
    throw refused(`The picture must have at most ${MAX_LOGO_BYTES / 1024} KB.`);
  }
  const image = readImageFile(bytes);
  if (!image) throw refused("The picture must be a PNG, JPEG or WebP file.");
  const { type, width, height } = image;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_LOGO_SIDE) {
    throw refused(
      `The picture must be at most ${MAX_LOGO_SIDE} pixels wide and high; this one is ${width} by ${height}.`,
    );
  }
  return { type, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 32) };
}

/**
 * Puts a picture into the header.
 * @param bytes of the file
 * @throws ServiceError `unauthenticated`, `forbidden`, `invalid` for a file that cannot be shown
 */
export async function setLogo(viewer: Viewer | null, bytes: Uint8Array): Promise<void> {
  requirePower(viewer, "administer");
  const logo = checkLogo(bytes);
  await addLogo(logo.hash, logo.type, bytes);
  await storeSettings(viewer, (stored) => ({ ...stored, logo }));
  // Added again, because somebody else’s change may have removed it before this one referred to it.
  await addLogo(logo.hash, logo.type, bytes);
  await removeUnusedLogos();
}

/** Puts the mark back into the header. @throws ServiceError `unauthenticated`, `forbidden` */
export const takeLogoAway = (viewer: Viewer | null): Promise<void> =>
  storeSettings(viewer, ({ logo: _, ...stored }) => stored);

/** Removes the pictures that no kept change has. */
async function removeUnusedLogos(): Promise<void> {
  for (const hash of await listLogos()) if (!(await isLogoKept(hash))) await removeLogo(hash);
}
