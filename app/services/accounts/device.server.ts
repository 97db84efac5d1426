/** What is stored and shown about the device that a session was opened on. */
import Bowser from "bowser";
import type { Device } from "~/models/session.server";
import { shortenAddress } from "../events/shorten-address.server";

/** Where a request comes from. */
export interface Client {
  address: string;
  /** The wider network of the address, if it has rate limits of its own. */
  network?: string | null;
  userAgent: string;
}

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
