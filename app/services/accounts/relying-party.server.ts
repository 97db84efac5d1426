/** The WebAuthn relying party that passkeys are bound to: the host of the site. */
import { isIP } from "node:net";
import { site } from "~/config/site";
import { ServiceError } from "../errors";

/** Imported on demand, because the library is large and most visitors use no passkey. */
export const webauthn = () => import("@simplewebauthn/server");

/** @returns whether browsers allow passkeys for this origin: not if its host is an IP address */
export function arePasskeysPossible(origin: string): boolean {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

/**
 * @param origin the origin of this site
 * @throws ServiceError `invalid` if this origin cannot use passkeys
 */
export function relyingParty(origin: string): { rpID: string; rpName: string } {
  if (!arePasskeysPossible(origin)) {
    throw new ServiceError(
      "invalid",
      "Passkeys need a domain name: open the site by its name, not by its IP address.",
    );
  }
  return { rpID: new URL(origin).hostname, rpName: site.name };
}
