import { describe, expect, test, vi } from "vitest";
import { isKnownAddress, rememberAddress } from "~/models/known-address.server";
import { createUser, findCredentials, setPasswordHash, upsertUser } from "~/models/user.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const mara = { email: "mara@example.org", name: "Mara", passwordHash: "hash" };

test("a name that looks like a taken one cannot be used", async () => {
  await createUser({ ...mara, name: "PaulMiller" });
  for (const name of ["PauIMiller", "paulrniller", "Pau1Mi11er", "PAULMILLER"])
    expect(await createUser({ ...mara, email: `${name}@other.example`, name }), name).toBeNull();
  const other = await upsertUser({ ...mara, email: "p@other.example", name: "pau1MiIIer" });
  expect(other, "by an import").toBeNull();
});

describe("the addresses a user has signed in from", () => {
  const known = async () => (await findCredentials(mara.email))!;
  const signInFrom = async (address: string) => {
    const { viewer, knownAddresses } = await known();
    await rememberAddress({ userId: viewer.id, address, knownAddresses });
  };
  const isKnown = async (address: string) => {
    const { viewer, knownAddresses } = await known();
    return isKnownAddress({ userId: viewer.id, address, knownAddresses });
  };

  test("are stored as hashes, the last ten of them", async () => {
    await createUser(mara);
    for (let i = 1; i <= 12; i += 1) await signInFrom(`192.0.2.${i}`);
    expect(await isKnown("192.0.2.2")).toBe(false);
    for (let i = 3; i <= 12; i += 1) expect(await isKnown(`192.0.2.${i}`)).toBe(true);
    expect(await isKnown("192.0.2.99")).toBe(false);
    expect(JSON.stringify(await known())).not.toContain("192.0.2");
  });

  test("are recorded at most once a day, and forgotten after 90 days", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
    await createUser(mara);
    await signInFrom("192.0.2.1");
    const before = await known();
    await signInFrom("192.0.2.1");
    expect(await known()).toEqual(before);
    vi.setSystemTime(new Date("2026-01-03T00:00:00Z"));
    await signInFrom("192.0.2.1");
    expect((await known()).knownAddresses).toHaveLength(1);
    vi.setSystemTime(new Date("2026-04-02T23:59:59Z"));
    expect(await isKnown("192.0.2.1")).toBe(true);
    vi.setSystemTime(new Date("2026-04-03T00:00:00Z"));
    expect(await isKnown("192.0.2.1")).toBe(false);
    vi.useRealTimers();
  });

  test("are forgotten when the password changes", async () => {
    const user = await createUser(mara);
    await signInFrom("192.0.2.1");
    await setPasswordHash(user!.id, "other");
    expect(await isKnown("192.0.2.1")).toBe(false);
  });
});

test("an upsert creates a user, or changes only the password of an existing one", async () => {
  const first = await upsertUser({ ...mara, isMember: true });
  const second = await upsertUser({
    ...mara,
    name: "Somebody",
    passwordHash: "new",
    isMember: false,
  });
  expect(second).toEqual(first);
  expect(await upsertUser({ ...mara, email: "ida@example.org", name: "mARA" })).toBeNull();
  expect((await findCredentials(mara.email))?.passwordHash).toBe("new");
});
