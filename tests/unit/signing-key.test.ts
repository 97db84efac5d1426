/** The key that signs the ledger: generated once, or configured. */
import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { rawPublicKey } from "~/services/ledger/signed-note";
import { formerSigningKey, signingKey } from "~/services/ledger/signing-key.server";
import { onWarning } from "~/services/warnings.server";

let dir = "";

const setUp = (LEDGER_KEY?: string) =>
  setEnvironment({ ...process.env, DATA_DIR: dir, LEDGER_KEY });
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const configured = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

/** Makes the module read the key anew, like a process that has just started, by giving it another one meanwhile. */
function restart() {
  setUp(configured);
  signingKey();
  setUp();
}

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "quorum-key-")), "data");
  setUp();
});
afterEach(() => rmSync(join(dir, ".."), { recursive: true }));
afterAll(() => setEnvironment(process.env));

test("a key is generated once, readable only by its owner, and is the same for every process", () => {
  signingKey();
  const before = rawPublicKey(signingKey());
  restart();
  expect(rawPublicKey(signingKey())).toEqual(before);
  expect(readdirSync(dir)).toEqual(["ledger-key.pem"]);
  expect(statSync(join(dir, "ledger-key.pem")).mode & 0o777).toBe(0o600);
});

describe("a key that other users could read is made private, and the operator is told", () => {
  const file = () => join(dir, "ledger-key.pem");
  const startAgain = () => {
    restart();
    const warned: string[] = [];
    const stop = onWarning(({ message }) => warned.push(message));
    signingKey();
    stop();
    return warned;
  };
  beforeEach(() => void signingKey());

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
  signingKey();
  expect(rawPublicKey(signingKey())).toEqual(rawPublicKey(publicKey));
  expect(() => readFileSync(join(dir, "ledger-key.pem"))).toThrow("ENOENT");
});

test("the former key is read from its setting, or from its file beside the current one", () => {
  expect(formerSigningKey()).toBeNull();
  signingKey();
  const former = rawPublicKey(signingKey());
  renameSync(join(dir, "ledger-key.pem"), join(dir, "ledger-former-key.pem"));
  restart();
  expect(rawPublicKey(signingKey())).not.toEqual(former);
  expect(rawPublicKey(formerSigningKey()!)).toEqual(former);
  setEnvironment({ ...process.env, DATA_DIR: dir, LEDGER_FORMER_KEY: configured });
  expect(rawPublicKey(formerSigningKey()!)).toEqual(rawPublicKey(publicKey));
});

test("a file with an invalid key is an error, and is not changed", () => {
  signingKey();
  writeFileSync(join(dir, "ledger-key.pem"), "not a key");
  restart();
  expect(signingKey).toThrow();
  expect(readFileSync(join(dir, "ledger-key.pem"), "utf8")).toBe("not a key");
});
