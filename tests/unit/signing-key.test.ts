/** The key that signs the ledger: generated once, or configured. */
import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

let dir = "";

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "quorum-key-")), "data");
  vi.stubEnv("DATA_DIR", dir);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(dir, ".."), { recursive: true });
});

/** Imports the module anew, like another process that shares no memory. */
async function asProcess() {
  vi.resetModules();
  return import("~/services/ledger/signing-key.server");
}

test("a key is generated once, readable only by its owner, and is the same for every process", async () => {
  const keys = [];
  for (let i = 0; i < 3; i++) keys.push(await asProcess());
  for (const { prepareSigningKey } of keys) prepareSigningKey();
  expect(new Set(keys.map(({ publicKeyPem }) => publicKeyPem())).size).toBe(1);
  const [one, other] = keys;
  expect(other!.isSignedByUs("a hash", one!.signHash("a hash"))).toBe(true);
  expect(other!.isSignedByUs("another hash", one!.signHash("a hash"))).toBe(false);
  expect(readdirSync(dir)).toEqual(["ledger-key.pem"]);
  expect(statSync(join(dir, "ledger-key.pem")).mode & 0o777).toBe(0o600);
});

describe("a key that other users could read is made private, and the operator is told", () => {
  const file = () => join(dir, "ledger-key.pem");
  const startAgain = async () => {
    const key = await asProcess();
    const warned: string[] = [];
    (await import("~/services/warnings.server")).onWarning(({ message }) => warned.push(message));
    key.prepareSigningKey();
    return warned;
  };
  beforeEach(async () => (await asProcess()).prepareSigningKey());

  test.each([0o644, 0o660, 0o601])("with mode %o", async (mode) => {
    const key = readFileSync(file(), "utf8");
    chmodSync(file(), mode);
    chmodSync(dir, 0o755);
    expect(await startAgain()).toEqual([expect.stringContaining("ledger-key.pem")]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(readFileSync(file(), "utf8")).toBe(key);
    expect(await startAgain()).toEqual([]);
  });

  test("but not one that is private already, and so are mails in files", async () => {
    chmodSync(file(), 0o400);
    mkdirSync(join(dir, "outbox"));
    writeFileSync(join(dir, "outbox/mail.eml"), "a link", { mode: 0o644 });
    expect(await startAgain()).toEqual([]);
    expect(statSync(file()).mode & 0o777).toBe(0o400);
    expect(statSync(join(dir, "outbox")).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, "outbox/mail.eml")).mode & 0o777).toBe(0o600);
  });
});

test("a configured key is used instead, and no file is created", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  vi.stubEnv("LEDGER_KEY", der.toString("base64"));
  const key = await asProcess();
  key.prepareSigningKey();
  expect(key.publicKeyPem()).toBe(publicKey.export({ type: "spki", format: "pem" }).toString());
  expect(() => readFileSync(join(dir, "ledger-key.pem"))).toThrow("ENOENT");
});

test("a file with an invalid key is an error, and is not changed", async () => {
  const { prepareSigningKey } = await asProcess();
  prepareSigningKey();
  writeFileSync(join(dir, "ledger-key.pem"), "not a key");
  const key = await asProcess();
  expect(() => key.prepareSigningKey()).toThrow();
  expect(readFileSync(join(dir, "ledger-key.pem"), "utf8")).toBe("not a key");
});
