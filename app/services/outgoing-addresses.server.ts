/** Which addresses this server connects to when it asks somebody outside. */
import dns from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent } from "undici";

/** Of the IPv4 address that follows it, for networks that speak IPv6 only (RFC 6052, section 2.1). */
const NAT64_PREFIX_BYTES = 12;
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/i;

/** A host name resolves to an address of a private network. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/**
 * @param address an IPv4 or IPv6 address; what is none is not public
 * @returns whether it is a host's on the internet: not loopback, private, link-local, unique local,
 *   multicast, unspecified or reserved (the IANA special-purpose registries), also where an IPv4 address
 *   is written as an IPv6 one
 */
export function isPublicAddress(address: string): boolean {
  const [plain = ""] = address.split("%", 1); // Without the name of a network interface.
  if (!isIP(plain)) return false;
  const parsed = ipaddr.process(plain);
  if (parsed.range() !== "rfc6052") return parsed.range() === "unicast";
  const embedded = ipaddr.fromByteArray(parsed.toByteArray().slice(NAT64_PREFIX_BYTES));
  return embedded.range() === "unicast";
}

/**
 * Whether a host says by itself that it is on this machine or its network: an address, a name without a
 * dot, or one under a domain for local use (RFC 6762, 8375; ICANN's `internal`).
 */
function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return isIP(name) !== 0 || !name.includes(".") || LOCAL_NAME.test(name);
}

type Resolve = (hostname: string) => Promise<dns.LookupAddress[]>;
const resolveAll: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true });

/**
 * Resolves a host name for one connection, which is made to the addresses that were checked here: there
 * is no second resolution that could differ. One private address among several refuses the name.
 *
 * Hosts come from the operator's settings or are constants, and no redirect leads to another one. So a
 * host that is visibly local, such as `127.0.0.1` or `mirror.internal`, is meant and not checked. A public
 * name is checked, since whoever controls its DNS decides what it resolves to.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (hostname, { all, family }, callback) => {
    const find = async () => {
      const addresses = await resolve(hostname);
      if (!isLocalHost(hostname) && !addresses.every(({ address }) => isPublicAddress(address))) {
        throw new PrivateAddressError(`${hostname} has a private address`);
      }
      const found = addresses.filter((one) => !family || one.family === family);
      if (!found[0]) throw new Error(`${hostname} has no address`);
      return { found, first: found[0] };
    };
    find().then(
      ({ found, first }) =>
        all ? callback(null, found) : callback(null, first.address, first.family),
      (error: Error) => callback(error, ""),
    );
  };

/** Makes the connections of all outgoing calls. */
export const outgoingAgent = new Agent({ connect: { lookup: publicLookup() } });
