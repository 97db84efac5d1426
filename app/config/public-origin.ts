import { BlockList, isIP } from "node:net";

/** Loopback, private and link-local addresses (RFC 6890, RFC 4193). */
const local = new BlockList();
for (const [network, prefix, family] of [
  ["127.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const) {
  local.addSubnet(network, prefix, family);
}

/** @returns whether an origin can be reached from outside the machine and its local network */
export function isPublicOrigin(origin: string | undefined): boolean {
  if (!origin) return false;
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version) return !local.check(host, version === 4 ? "ipv4" : "ipv6");
  return !/(^|\.)localhost$/.test(host);
}
