/** Restricts outgoing connections to public addresses, against DNS entries that point into the private network. */
import dns from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent } from "undici";

/** The length of the NAT64 prefix, which precedes an IPv4 address in IPv6-only networks (RFC 6052, section 2.1). */
const NAT64_PREFIX_BYTES = 12;
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/i;

/** Thrown when a host name resolves to an address of a private network. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/**
 * @param address an IPv4 or IPv6 address; any other text is not public
 * @returns whether it is the address of a host on the internet: not loopback, private, link-local, unique local,
 *   multicast, unspecified or reserved (the IANA special-purpose registries), including IPv4 addresses embedded in
 *   IPv6 ones
 */
export function isPublicAddress(address: string): boolean {
  const [plain = ""] = address.split("%", 1); // Removes the zone id (network interface).
  if (!isIP(plain)) return false;
  const parsed = ipaddr.process(plain);
  if (parsed.range() !== "rfc6052") return parsed.range() === "unicast";
  const embedded = ipaddr.fromByteArray(parsed.toByteArray().slice(NAT64_PREFIX_BYTES));
  return embedded.range() === "unicast";
}

/**
 * Whether a host is visibly on this machine or its network: an IP address, a name without a dot, or a name under a
 * domain for local use (RFC 6762, 8375; ICANN's `internal`).
 */
function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return isIP(name) !== 0 || !name.includes(".") || LOCAL_NAME.test(name);
}

type Resolve = (hostname: string) => Promise<dns.LookupAddress[]>;
const resolveAll: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true });

/**
 * Resolves a host name and checks its addresses. The connection is made to these addresses, so there is no second
 * resolution that could differ. One private address among several is enough to refuse the name.
 *
 * Hosts come from the operator's settings or are constants, and redirects to other hosts are not followed. So a
 * visibly local host, such as `127.0.0.1` or `mirror.internal`, is intended and not checked. A public name is checked,
 * because an attacker who controls its DNS could point it to a private address.
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

/** The agent (dispatcher) of all outgoing requests. */
export const outgoingAgent = new Agent({ connect: { lookup: publicLookup() } });
