/** The WebAuthn relying party that passkeys are bound to: the host of the site. */
import { isIP } from "node:net";
import { site } from "~/config/site";
import type { AuthenticationResponse, RegistrationResponse } from "~/schemas/second-factor";
import { ServiceError } from "../errors";

/** Imported on demand, because the library is large and most visitors use no passkey. */
export const webauthn = () => import("@simplewebauthn/server");

const helpers = () => import("@simplewebauthn/server/helpers");

/**
 * Refuses a response that was made while another site showed ours in a frame. The library accepts it from browsers
 * that do not name the other site.
 * @throws Error if it was, or if the response is malformed
 */
export async function refuseFramed({ response }: AuthenticationResponse): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  const { crossOrigin, topOrigin } = decodeClientDataJSON(String(response.clientDataJSON));
  if (crossOrigin || topOrigin) throw new Error("The page was in a frame of another site.");
}

/**
 * Refuses a new passkey with an attestation. We ask for none, and to verify one, the library would request the lists
 * of revoked certificates that it names.
 * @throws Error if it has one, or if the response is malformed
 */
export async function refuseAttestation({ response }: RegistrationResponse): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const attestation = isoBase64URL.toBuffer(String(response.attestationObject));
  if (decodeAttestationObject(attestation).get("fmt") !== "none")
    throw new Error("An attestation.");
}

/** @returns whether browsers allow passkeys for this origin: not if its host is an IP address */
export function arePasskeysPossible(origin: string): boolean {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

/** @param origin the origin of this site @throws ServiceError `invalid` if this origin cannot use passkeys */
export function relyingParty(origin: string): { rpID: string; rpName: string } {
  if (!arePasskeysPossible(origin)) {
    throw new ServiceError(
      "invalid",
      "Passkeys need a domain name: open the site by its name, not by its IP address.",
    );
  }
  return { rpID: new URL(origin).hostname, rpName: site.name };
}
