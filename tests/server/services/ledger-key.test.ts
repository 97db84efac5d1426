/** The entries about the keys that sign the ledger. */
import { generateKeyPairSync } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { findLedgerHead, listFullLedger } from "~/models/ledger.server";
import { appendEntry, repairLedger } from "~/services/ledger/append-entry.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import type { KeyContent } from "~/services/ledger/key-entry.server";
import { parseNote, parseVerifierKey, verifiedSignatures } from "~/services/ledger/signed-note";
import { collection, useDatabase } from "../../setup/database";
import { download, verify } from "../../setup/ledger";

useDatabase();
const set = (variables: Record<string, string>) => setEnvironment({ ...process.env, ...variables });
afterEach(() => setEnvironment(process.env));

const newKey = () =>
  generateKeyPairSync("ed25519")
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64");
const [first, second] = [newKey(), newKey()];
let counter = 0;
const append = () => appendEntry({ kind: "recommendation", of: String(counter++), body: {} });
const keysEntered = async () =>
  (await listFullLedger(0, 100))
    .filter(({ kind }) => kind === "key")
    .map(({ seq, of, content }) => ({ seq, of, ...(JSON.parse(content) as KeyContent) }));
const signers = ({ note }: KeyContent, ...keys: string[]) =>
  verifiedSignatures(
    parseNote(note)!,
    keys.map((key) => parseVerifierKey(key)!),
  )?.length;
/** The faults about keys and signatures; the recommendations of these tests are empty. */
const faults = async (...keys: string[]) =>
  verify(await download(), keys.length ? { keys } : {}).faults.filter((fault) =>
    /key|sign|former|isHandedOver/.test(fault),
  );

test("the first entry is the key, and signs the checkpoints that follow", async () => {
  set({ LEDGER_KEY: first, APP_ORIGIN: "https://quorum.example:8443" });
  await append();
  const [entered] = await keysEntered();
  expect(entered).toMatchObject({ seq: 1, of: "1", former: null, isHandedOver: true });
  expect(entered!.key).toMatch(/^quorum\.example:8443\/ledger\+[0-9a-f]{8}\+A/);
  expect(signers(entered!, entered!.key)).toBe(1);
  const { note } = (await readCheckpoint())!;
  expect(note).toMatch(/^quorum\.example:8443\/ledger\n2\n/);
  expect(verifiedSignatures(parseNote(note)!, [parseVerifierKey(entered!.key)!])).toHaveLength(1);
  await append();
  expect(await keysEntered()).toHaveLength(1);
});

test.each([
  ["both keys", { LEDGER_FORMER_KEY: first }, true, 2],
  ["the new key alone, if the one before is lost", {}, false, 1],
  [
    "the new key alone, if the former key is not the one before",
    { LEDGER_FORMER_KEY: newKey() },
    false,
    1,
  ],
])(
  "a new key is entered before anything else, signed by %s",
  async (_, former, isHandedOver, count) => {
    set({ LEDGER_KEY: first });
    await append();
    set({ LEDGER_KEY: second, ...former });
    await append();
    const [before, after] = await keysEntered();
    expect(after).toMatchObject({ seq: 3, of: "2", former: before!.key, isHandedOver });
    expect(signers(after!, after!.key, before!.key)).toBe(count);
    expect(await faults()).toEqual(
      isHandedOver ? [] : ["entry 3: the former key has not signed that this key replaces it"],
    );
    expect(await faults(before!.key, after!.key)).toEqual([]);
    // The same key as before the last one is a new one again.
    set({ LEDGER_KEY: first, LEDGER_FORMER_KEY: second });
    await append();
    expect((await keysEntered()).at(-1)).toMatchObject({ of: "3", isHandedOver: true });
    expect(await faults(before!.key, after!.key)).toEqual([]);
  },
);

test("another name of the ledger is entered like a new key, signed under both names", async () => {
  set({ LEDGER_KEY: first, APP_ORIGIN: "https://old.example" });
  await append();
  set({ LEDGER_KEY: first, APP_ORIGIN: "https://new.example" });
  await append();
  const [before, after] = await keysEntered();
  expect(after!.key).toMatch(/^new\.example\/ledger\+/);
  expect(signers(after!, after!.key, before!.key)).toBe(2);
});

test("the upkeep enters a new key and makes a missing checkpoint, but not in an empty ledger", async () => {
  set({ LEDGER_KEY: first });
  await repairLedger();
  expect(await findLedgerHead()).toBeNull();
  await append();
  await collection("ledger-checkpoints").deleteMany({});
  await repairLedger();
  expect(await readCheckpoint()).toMatchObject({ size: 2 });
  set({ LEDGER_KEY: second, LEDGER_FORMER_KEY: first });
  await repairLedger();
  expect(await keysEntered()).toHaveLength(2);
  expect(await readCheckpoint()).toMatchObject({ size: 3 });
  expect(await faults()).toEqual([]);
});

test.each<[string, Partial<KeyContent>, string]>([
  ["claims a signature that it has not", { isHandedOver: true }, "isHandedOver is true"],
  ["names another key before", { former: null }, "former is null"],
  ["cannot be read", { key: "x" }, "it cannot be checked: x is not a verifier key"],
])("the script names the entry of a key that %s", async (_, change, problem) => {
  set({ LEDGER_KEY: first });
  await append();
  set({ LEDGER_KEY: second });
  await append();
  const row = (await collection("ledger").findOne({ of: "2", kind: "key" }))!;
  const content = JSON.stringify({ ...(JSON.parse(row.content as string) as object), ...change });
  await collection("ledger").updateOne({ of: "2", kind: "key" }, { $set: { content } });
  expect(await faults()).toContainEqual(expect.stringContaining(`entry 3: ${problem}`));
});

test("an entry that no bundle could hold is refused", async () => {
  set({ LEDGER_KEY: first });
  const body = { text: "x".repeat(65_536) };
  await expect(appendEntry({ kind: "recommendation", of: "long", body })).rejects.toThrow(
    /too many for an entry/,
  );
  expect((await listFullLedger(0, 10)).map(({ kind }) => kind)).toEqual(["key"]);
});
