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
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import {
  isSignedByUs,
  prepareSigningKey,
  publicKeyPem,
  signHash,
} from "~/services/ledger/signing-key.server";
import { onWarning } from "~/services/warnings.server";

let dir = "";

const setUp = (LEDGER_KEY?: string) =>
  setEnvironment({ ...process.env, DATA_DIR: dir, LEDGER_KEY });
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const configured = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

/** Makes the module read the key anew, like a process that has just started, by giving it another one meanwhile. */
function restart() {
  setUp(configured);
  prepareSigningKey();
  setUp();
}

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "quorum-key-")), "data");
  setUp();
});
afterEach(() => rmSync(join(dir, ".."), { recursive: true }));
afterAll(() => setEnvironment(process.env));

test("a key is generated once, readable only by its owner, and is the same for every process", () => {
  prepareSigningKey();
  const [pem, signature] = [publicKeyPem(), signHash("a hash")];
  restart();
  prepareSigningKey();
  expect(publicKeyPem()).toBe(pem);
  expect(isSignedByUs("a hash", signature)).toBe(true);
  expect(isSignedByUs("another hash", signature)).toBe(false);
  expect(readdirSync(dir)).toEqual(["ledger-key.pem"]);
  expect(statSync(join(dir, "ledger-key.pem")).mode & 0o777).toBe(0o600);
});

describe("a key that other users could read is made private, and the operator is told", () => {
  const file = () => join(dir, "ledger-key.pem");
  const startAgain = () => {
    restart();
    const warned: string[] = [];
    const stop = onWarning(({ message }) => warned.push(message));
    prepareSigningKey();
    stop();
    return warned;
  };
  beforeEach(prepareSigningKey);

  test.each([0o644, 0o660, 0o601])("with mode %o", (mode) => {
    const key = readFileSync(file(), "utf8");
    chmodSync(file(), mode);
    chmodSync(dir, 0o755);
    expect(startAgain()).toEqual([expect.stringContaining("ledger-key.pem")]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(readFileSync(file(), "utf8")).toBe(key);
    expect(startAgain()).toEqual([]);
  });

  test("but not one that is private already, and so are mails in files", () => {
    chmodSync(file(), 0o400);
    mkdirSync(join(dir, "outbox"));
    writeFileSync(join(dir, "outbox/mail.eml"), "a link", { mode: 0o644 });
    expect(startAgain()).toEqual([]);
    expect(statSync(file()).mode & 0o777).toBe(0o400);
    expect(statSync(join(dir, "outbox")).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, "outbox/mail.eml")).mode & 0o777).toBe(0o600);
  });
});

test("a configured key is used instead, and no file is created", () => {
  setUp(configured);
  prepareSigningKey();
  expect(publicKeyPem()).toBe(publicKey.export({ type: "spki", format: "pem" }).toString());
  expect(() => readFileSync(join(dir, "ledger-key.pem"))).toThrow("ENOENT");
});

test("a file with an invalid key is an error, and is not changed", () => {
  prepareSigningKey();
  writeFileSync(join(dir, "ledger-key.pem"), "not a key");
  restart();
  expect(prepareSigningKey).toThrow();
  expect(readFileSync(join(dir, "ledger-key.pem"), "utf8")).toBe("not a key");
});
