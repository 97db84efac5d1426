import { expect, test } from "vitest";
import { shortenAddress } from "~/services/events/shorten-address.server";

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80::/48"],
  ["unknown", "unknown"],
])("%s is shortened to %s", (address, short) => {
  expect(shortenAddress(address)).toBe(short);
});

test.each(["192.0.2.0/24", "2001:db8:1::/48"])("%s is not shortened again", (short) => {
  expect(shortenAddress(short)).toBe(short);
});
