/** What passkeys are bound to: the host of the site. */
import { isIP } from "node:net";
import { site } from "~/config/site";
import { ServiceError } from "../errors";

/** The library is large, and most visitors use no passkey. */
export const webauthn = () => import("@simplewebauthn/server");

/** @returns whether browsers let a site with this origin use passkeys: not under a bare IP address */
export function arePasskeysPossible(origin: string): boolean {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

/**
 * @param origin the site's own
 * @throws ServiceError `invalid` where passkeys are impossible
 */
export function relyingParty(origin: string): { rpID: string; rpName: string } {
  if (!arePasskeysPossible(origin)) {
    throw new ServiceError("invalid", "Passkeys need a site that has a name, not an address.");
  }
  return { rpID: new URL(origin).hostname, rpName: site.name };
}
