import type { LookupAddress } from "node:dns";
import { describe, expect, it, test, vi } from "vitest";
import { isPublicAddress, publicLookup } from "~/services/outgoing-addresses.server";

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["127.255.0.9", false],
  ["::1", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
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
    ["one of the other family", [v4("8.8.8.8"), v6("::1")]],
  ])("and refused with %s", async (_what, addresses) => {
    await expect(lookUp("api.example.org", addresses).result).rejects.toThrow(
      "api.example.org has a private address",
    );
    await expect(lookUp("api.example.org", addresses, { family: 4 }).result).rejects.toThrow();
  });

  it.each(["localhost", "prices.internal", "mirror.local.", "127.0.0.1"])(
    "and allowed to be private if it is visibly local: %s",
    async (hostname) => {
      expect(await lookUp(hostname, [v4("10.0.0.1")]).result).toEqual([[v4("10.0.0.1")]]);
    },
  );

  it.each(["localhost.example.org", "internal.example.org"])(
    "and not mistaken for local: %s",
    async (hostname) => {
      await expect(lookUp(hostname, [v4("10.0.0.1")]).result).rejects.toThrow("private address");
    },
  );
});
