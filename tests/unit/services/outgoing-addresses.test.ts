import type { LookupAddress } from "node:dns";
import { describe, expect, it, test, vi } from "vitest";
import { isPublicAddress, publicLookup } from "~/services/outgoing-addresses.server";

describe("an address is public", () => {
  test.each(["8.8.8.8", "104.18.32.7", "2606:4700::1111", "2001:4860:4860::8888"])(
    "%s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test("if an IPv6-only network translates it (NAT64)", () => {
    expect(isPublicAddress("64:ff9b::808:808")).toBe(true);
  });
});

describe("an address is not public", () => {
  test.each([
    ["loopback", ["127.0.0.1", "127.255.0.9", "::1"]],
    ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"]],
    ["link-local", ["169.254.169.254", "fe80::1", "fe80::1%eth0"]],
    ["unique local", ["fc00::1", "fd12:3456::1", "fec0::1"]],
    ["multicast", ["224.0.0.1", "239.1.2.3", "255.255.255.255", "ff02::1"]],
    ["reserved", ["192.0.2.1", "198.18.0.1", "203.0.113.1", "240.0.0.1", "2001:db8::1"]],
    [
      "IPv4 within IPv6",
      ["::ffff:127.0.0.1", "::ffff:a00:1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"],
    ],
    ["no address", ["", "localhost", "127.1", "0x7f000001", "8.8.8.8.8"]],
  ])("%s", (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe("a host name is resolved once for a connection", () => {
  const v4 = (address: string): LookupAddress => ({ address, family: 4 });
  const v6 = (address: string): LookupAddress => ({ address, family: 6 });

  function lookUp(
    hostname: string,
    found: LookupAddress[],
    options: { all?: boolean; family?: number } = { all: true },
  ) {
    const resolve = vi.fn(async () => found);
    const result = new Promise((done, failed) =>
      publicLookup(resolve)(hostname, options, (error, ...result) =>
        error ? failed(error) : done(result),
      ),
    );
    return { result, resolve };
  }

  it("to the addresses that were checked", async () => {
    const addresses = [v4("8.8.8.8"), v6("2606:4700::1111")];
    const { result, resolve } = lookUp("api.example.org", addresses);
    expect(await result).toEqual([addresses]);
    expect(resolve).toHaveBeenCalledOnce();
  });

  it("to one address, of the requested family", async () => {
    const addresses = [v4("8.8.8.8"), v6("2606:4700::1111")];
    expect(await lookUp("api.example.org", addresses, {}).result).toEqual(["8.8.8.8", 4]);
    expect(await lookUp("api.example.org", addresses, { family: 6 }).result).toEqual([
      "2606:4700::1111",
      6,
    ]);
  });

  it.each([
    ["a private address", [v4("10.0.0.1")]],
    ["one among several", [v4("8.8.8.8"), v4("127.0.0.1")]],
    ["one of the other family", [v4("8.8.8.8"), v6("::1")]],
  ])("and refused with %s", async (_what, addresses) => {
    await expect(lookUp("api.example.org", addresses).result).rejects.toThrow(
      "api.example.org has a private address",
    );
    await expect(lookUp("api.example.org", addresses, { family: 4 }).result).rejects.toThrow();
  });

  it.each(["localhost", "mirror", "prices.internal", "mirror.local.", "127.0.0.1"])(
    "and allowed to be private if it is visibly local: %s",
    async (hostname) => {
      expect(await lookUp(hostname, [v4("10.0.0.1")]).result).toEqual([[v4("10.0.0.1")]]);
    },
  );

  it.each(["localhost.example.org", "internal.example.org", "notlocalhost.org"])(
    "and not mistaken for local: %s",
    async (hostname) => {
      await expect(lookUp(hostname, [v4("10.0.0.1")]).result).rejects.toThrow("private address");
    },
  );

  it("and fails without an address", async () => {
    await expect(lookUp("api.example.org", []).result).rejects.toThrow("has no address");
  });
});
