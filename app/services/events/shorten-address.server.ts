import ipaddr from "ipaddr.js";

/** The prefix lengths kept of an address: they identify a network, but not a household. */
const KEPT_BITS = { ipv4: 24, ipv6: 48 };

/**
 * @param address an IP address
 * @returns its network, such as `192.0.2.0/24` or `2001:db8:1::/48`; other texts unchanged
 */
export function shortenAddress(address: string): string {
  const [withoutZone = ""] = address.split("%");
  if (!ipaddr.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  const bits = KEPT_BITS[parsed.kind()];
  const network =
    parsed instanceof ipaddr.IPv6
      ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`)
      : ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
