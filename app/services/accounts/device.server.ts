/** What is kept, and said, of the device that a session was opened on. */
import Bowser from "bowser";
import type { Device } from "~/models/session.server";
import { shortenAddress } from "../events/shorten-address.server";

/** Where a request comes from. */
export interface Client {
  address: string;
  /** The wider network of the address, if it is counted as well. */
  network?: string | null;
  userAgent: string;
}

/** @returns what is kept of a client with its session: the network alone, not the address */
export const deviceOf = ({ address, network, userAgent }: Client): Device => ({
  userAgent,
  network: network ?? shortenAddress(address),
});

const PROGRAM_LENGTH = 40;

/**
 * @param userAgent as the client named itself
 * @returns a few words for its owner, such as "Firefox on Linux" or "curl/8.5.0"
 */
export function describeDevice(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || "unknown");
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const program = /^[\w.-]+(?:\/[\w.-]+)?/.exec(userAgent)?.[0].slice(0, PROGRAM_LENGTH);
  return browser.name || program || "Unknown device";
}
