import { generateKeyPairSync } from "node:crypto";
import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { EnvironmentError, isLoopback, readEnvironment } from "~/config/env.server";
import { COSIGNATURE, formatVerifierKey, verifierKeyOf } from "~/services/ledger/signed-note";
import { limitDefaults } from "~/config/request-limits";

/** An Ed25519 key in the format of the environment variable. */
const LEDGER_KEY = generateKeyPairSync("ed25519")
  .privateKey.export({ type: "pkcs8", format: "der" })
  .toString("base64");

/** Verifier keys of a witness, of a log, and of a log whose origin is not the name of its key. */
const WITNESS = formatVerifierKey(
  verifierKeyOf("witness.example/w1", generateKeyPairSync("ed25519").publicKey, COSIGNATURE),
);
const LOG = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const SUMDB = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
const NO_LOGS =
  "WITNESS_LOGS: must be verifier keys of logs, such as site.example/ledger+6f0b2c1d+Aeky…, separated by commas";

describe("the environment", () => {
  it("needs no variables", () => {
    expect(readEnvironment({})).toEqual({
      NODE_ENV: "production",
      CASH_RATE: 3.61,
      HOST: "127.0.0.1",
      PORT: 3000,
      TRUST_PROXY: 0,
      HSTS_SUBDOMAINS: false,
      WEB_CONCURRENCY: availableParallelism(),
      DATA_DIR: ".data",
      LEDGER_WITNESSES: [],
      LEDGER_WITNESS_URLS: [],
      WITNESS_LOGS: [],
      DEMO: true,
      PAGE_CACHE_MB: 64,
      RATE_LIMITS: true,
      ...limitDefaults,
      PRICE_PROVIDERS: ["coinbase", "kraken"],
      COINBASE_URL: "https://api.exchange.coinbase.com",
      KRAKEN_URL: "https://api.kraken.com",
      HACKER_NEWS: false,
      HACKER_NEWS_URL: "https://hn.algolia.com",
      LOG_LEVEL: "info",
      EVENT_ADDRESS_DAYS: 7,
    });
  });

  it.each([
    [{ PORT: "0" }, { PORT: 0 }],
    [{ PORT: " 8080 " }, { PORT: 8080 }],
    [{ APP_ORIGIN: "https://example.org" }, { APP_ORIGIN: "https://example.org", DEMO: false }],
    [{ APP_ORIGIN: "https://example.org", DEMO: "1" }, { DEMO: true }],
    [{ APP_ORIGIN: "http://192.168.1.7:3000" }, { DEMO: true }],
    [{ APP_ORIGIN: "http://172.32.0.1" }, { DEMO: false }],
    [{ APP_ORIGIN: "http://[fd00::1]" }, { DEMO: true }],
    [{ APP_ORIGIN: "http://localhost.example.org" }, { DEMO: false }],
    [{ APP_ORIGIN: "HTTPS://Example.org:443/" }, { APP_ORIGIN: "https://example.org" }],
    [
      { HOST: "0.0.0.0", APP_ORIGIN: "https://example.org" },
      { HOST: "0.0.0.0", APP_ORIGIN: "https://example.org" },
    ],
    [{ MONGODB_URI: "mongodb://a:1,b:2/x?w=1" }, { MONGODB_URI: "mongodb://a:1,b:2/x?w=1" }],
    [{ MONGODB_URI: "mongodb+srv://u:p@a.b" }, { MONGODB_URI: "mongodb+srv://u:p@a.b" }],
    [{ RATE_LIMITS: "off" }, { RATE_LIMITS: false }],
    [{ PRICE_PROVIDERS: "kraken, coinbase" }, { PRICE_PROVIDERS: ["kraken", "coinbase"] }],
    [{ COINBASE_URL: "http://127.0.0.1:81/" }, { COINBASE_URL: "http://127.0.0.1:81" }],
    [{ CASH_RATE: "0.05" }, { CASH_RATE: 0.05 }],
    [{ LEDGER_KEY }, { LEDGER_KEY }],
    [{ LEDGER_WITNESSES: `${WITNESS}` }, { LEDGER_WITNESSES: [WITNESS] }],
    [
      { WITNESS_LOGS: `${LOG}, go.sum database tree ${SUMDB}` },
      { WITNESS_LOGS: [LOG, `go.sum database tree ${SUMDB}`] },
    ],
    [
      {
        LEDGER_WITNESS_URLS: "https://a.example/x, http://127.0.0.1:81",
        LEDGER_WITNESSES: WITNESS,
      },
      { LEDGER_WITNESS_URLS: ["https://a.example/x", "http://127.0.0.1:81"] },
    ],
    [{ SOURCE_COMMIT: "46c0fcb" }, { SOURCE_COMMIT: "46c0fcb" }],
    [{ SCHEDULE: "Friday 18:30" }, { SCHEDULE: { weekday: 5, time: "18:30" } }],
    [{ SECURITY_CONTACT: "a@b.example" }, { SECURITY_CONTACT: "mailto:a@b.example" }],
    [{ SECURITY_CONTACT: "https://a.example/b" }, { SECURITY_CONTACT: "https://a.example/b" }],
  ])("reads %o", (source, expected) => {
    expect(readEnvironment(source)).toMatchObject(expected);
  });

  it.each([
    [{ LEDGER_KEY: "secret" }, "LEDGER_KEY: must be an Ed25519 private key, as PKCS #8 in base64"],
    [
      { LEDGER_WITNESSES: LOG },
      "LEDGER_WITNESSES: must be verifier keys of witnesses, such as witness.example/w1+8d66cf3f+BOky…, separated by commas",
    ],
    [{ WITNESS_LOGS: WITNESS }, NO_LOGS],
    [{ WITNESS_LOGS: `${LOG},${LOG}` }, NO_LOGS],
    [
      { LEDGER_WITNESS_URLS: "a.example", LEDGER_WITNESSES: WITNESS },
      "LEDGER_WITNESS_URLS: must be addresses such as https://witness.example, separated by commas",
    ],
    [
      { LEDGER_WITNESS_URLS: "https://name:secret@a.example", LEDGER_WITNESSES: WITNESS },
      "LEDGER_WITNESS_URLS: must be addresses such as https://witness.example, separated by commas",
    ],
    [
      { LEDGER_WITNESS_URLS: "https://a.example" },
      "LEDGER_WITNESS_URLS: needs LEDGER_WITNESSES to be set as well",
    ],
    [
      { TIMESTAMP_URL: "https://name:secret@a.example" },
      "TIMESTAMP_URL: must begin with http:// or https://, and have no name or password",
    ],
    ...["friday 18:30", "Monday 24:00", "Monday", "06:00"].map(
      (SCHEDULE): [Record<string, string>, string] => [
        { SCHEDULE },
        "SCHEDULE: must be a weekday and a time in UTC, such as Monday 06:00",
      ],
    ),
    [{ SOURCE_COMMIT: "main" }, "SOURCE_COMMIT: must be the hash of a commit, in hexadecimal"],
    ...["4,2", "-1", "50.1", "1e1"].map((CASH_RATE): [{ CASH_RATE: string }, string] => [
      { CASH_RATE },
      "CASH_RATE: must be a yearly rate in percent from 0 to 50, such as 3.61",
    ]),
    [{ PORT: "x" }, "PORT: must be a whole number from 0 to 65535"],
    [{ PORT: "65536" }, "PORT: must be a whole number from 0 to 65535"],
    [{ NODE_ENV: "prod" }, "NODE_ENV: must be one of development, production, test"],
    [
      { HOST: "http://a", APP_ORIGIN: "https://a.example" },
      "HOST: must be the name or the IP address to listen on",
    ],
    [
      { APP_ORIGIN: "https://a.example/path" },
      "APP_ORIGIN: must be an origin such as https://example.org, without a path",
    ],
    [
      { APP_ORIGIN: "https://user@a.example" },
      "APP_ORIGIN: must be an origin such as https://example.org, without a path",
    ],
    [{ HOST: "0.0.0.0" }, "APP_ORIGIN: must be set when HOST is not loopback"],
    [
      { MONGODB_URI: "http://a" },
      "MONGODB_URI: must be a MongoDB address that begins with mongodb:// or mongodb+srv://",
    ],
    [{ RATE_LIMIT_SIGN_UP: "0" }, "RATE_LIMIT_SIGN_UP: must be a whole number from 1 to 1000000"],
    [
      { SOCIAL_URL: "javascript:alert(1)" },
      "SOCIAL_URL: must be a link that begins with http:// or https://",
    ],
    [{ CONTACT_EMAIL: "nobody" }, "CONTACT_EMAIL: must be an email address"],
    [
      { PRICE_PROVIDERS: "coinbase,coinbase" },
      "PRICE_PROVIDERS: must be none, or one or more of coinbase,kraken, without repetition",
    ],
    [
      { KRAKEN_URL: "https://a.example/?x=1" },
      "KRAKEN_URL: must be an address such as https://api.example.org, without a query",
    ],
    [{ SITE_NAME: "n".repeat(61) }, "SITE_NAME: must have at most 60 characters"],
  ])("refuses %o", (source, message) => {
    const read = () => readEnvironment(source);
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(expect.objectContaining({ message }));
  });

  it("reports all errors at once, without the values, which may be secret", () => {
    expect.assertions(2);
    try {
      readEnvironment({ PORT: "x", HOST: "0.0.0.0", MONGODB_URI: "postgres://u:secret@h/d" });
    } catch (error) {
      const { message } = error as EnvironmentError;
      expect(message.split("\n").map((line) => line.split(":")[0])).toEqual([
        "PORT",
        "MONGODB_URI",
        "APP_ORIGIN",
      ]);
      expect(message).not.toContain("secret");
    }
  });
});

it.each([
  ["localhost", true],
  ["127.1.2.3", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["127.example.org", false],
])("isLoopback(%j) is %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
