/** The environment variables, validated in one place when the site starts, with readable errors. */
import { availableParallelism } from "node:os";
import { z } from "zod";
import { parseSchedule } from "../domain/schedule";
import { addTokens, NO_ADDED_TOKENS } from "../domain/tokens";
import { DEFAULT_CASH_RATE } from "../domain/treasury-bills";
import { emptyToUndefined } from "./empty-to-undefined";
import { isLedgerKey, isVerifierKey } from "./ledger-key.server";
import { isPublicOrigin } from "./public-origin";
import { limitDefaults, type LimitVariable } from "./request-limits";
import { readTokensFile } from "./tokens-file.server";
import {
  baseUrl,
  choice,
  canBeAsked,
  isHttp,
  isMailbox,
  isSecurityContact,
  isServiceAddress,
  link,
  listOf,
  parseUrl,
  wholeNumber,
  yearlyRate,
} from "./variable-kinds";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** The number of actions per window; `RATE_LIMITS=off` disables all limits. */
const limitVariables = Object.fromEntries(
  Object.entries(limitDefaults).map(([name, points]) => [name, wholeNumber(1, 1_000_000, points)]),
) as Record<LimitVariable, ReturnType<typeof wholeNumber>>;

/** The price providers that need no account. */
const PRICE_PROVIDERS = ["coinbase", "kraken"] as const;
export type PriceProviderName = (typeof PRICE_PROVIDERS)[number];

const isPriceProvider = (name: string): name is PriceProviderName =>
  (PRICE_PROVIDERS as readonly string[]).includes(name);

/** Provider names in the order they are tried, such as `kraken,coinbase`, or `none`. */
const priceProviders = z
  .string()
  .transform((value, context): PriceProviderName[] => {
    const names = value === "none" ? [] : value.split(",").map((name) => name.trim());
    const providers = names.filter(isPriceProvider);
    if (providers.length === names.length && new Set(names).size === names.length) return providers;
    const message = `must be none, or one or more of ${PRICE_PROVIDERS.join(",")}, without repetition`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .default([...PRICE_PROVIDERS]);

const ledgerKey = z
  .string()
  .refine(isLedgerKey, "must be an Ed25519 private key, as PKCS #8 in base64")
  .optional();

const variablesSchema = z.object({
  /** Production by default, so that forgetting the variable never enables development features. */
  NODE_ENV: choice(["development", "production", "test"], "production"),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be the name or the IP address to listen on")
    .default("127.0.0.1"),
  /** 0 picks a free port, which the start message shows. */
  PORT: wholeNumber(0, 65_535, 3000),
  /** The public origin, e.g. `https://example.org`; determines absolute links and the origin check. */
  APP_ORIGIN: z
    .string()
    .refine((value) => {
      const url = parseUrl(value);
      return isHttp(url) && url?.href === `${url?.origin}/`;
    }, "must be an origin such as https://example.org, without a path")
    .transform((value) => new URL(value).origin)
    .optional(),
  /** The number of trusted reverse proxies that set `X-Forwarded-*` headers. */
  TRUST_PROXY: wholeNumber(0, 32, 0),
  /** Whether HSTS also covers the subdomains of the site's host; see RFC 6797. */
  HSTS_SUBDOMAINS: choice(["0", "1"], "0").transform((value) => value === "1"),
  /** How many worker processes serve the site; for 1, `server/start.ts` starts no primary process. */
  WEB_CONCURRENCY: wholeNumber(1, 1024, availableParallelism()),
  MONGODB_URI: z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/[^/?\s]+(\/\S*)?$/,
      "must be a MongoDB address that begins with mongodb:// or mongodb+srv://",
    )
    .optional(),
  DATA_DIR: z.string().default(".data"),
  /**
   * Whether a new embedded database is seeded with the demonstration community; by default unless the site is public.
   */
  DEMO: z
    .enum(["0", "1"], "must be one of 0, 1")
    .transform((value) => value === "1")
    .optional(),
  /** The key that signs the ledger, in place of the one in the data directory. */
  LEDGER_KEY: ledgerKey,
  /** The key of before, which signs the entry about a new one as well. */
  LEDGER_FORMER_KEY: ledgerKey,
  /** The verifier keys of the witnesses whose cosignatures of the ledger are accepted. */
  LEDGER_WITNESSES: listOf(
    (text) => isVerifierKey(text, "witness"),
    "must be verifier keys of witnesses, such as witness.example/w1+8d66cf3f+BOky…, separated by commas",
  ),
  /** The addresses of the witnesses that are asked for cosignatures: their submission prefixes. */
  LEDGER_WITNESS_URLS: listOf(
    isServiceAddress,
    "must be addresses such as https://witness.example, separated by commas",
  ),
  /** The logs of which the site is a witness: verifier keys, with the origin before it where it is not the key's name. */
  WITNESS_LOGS: listOf(
    (text) => isVerifierKey(text.slice(text.lastIndexOf(" ") + 1), "log"),
    "must be verifier keys of logs, such as site.example/ledger+6f0b2c1d+Aeky…, separated by commas",
  ),
  /** The authority that puts a timestamp on each head of the ledger (RFC 3161 over HTTP). */
  TIMESTAMP_URL: z
    .string()
    .refine(canBeAsked, "must begin with http:// or https://, and have no name or password")
    .optional(),
  /** The weekday and the time, in UTC, at which the site makes each week's recommendations; it is entered in the ledger. */
  SCHEDULE: z
    .string()
    .transform((value, context) => {
      const schedule = parseSchedule(value);
      if (schedule) return schedule;
      const message = "must be a weekday and a time in UTC, such as Monday 06:00";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional(),
  /** The commit of the code, if it does not run from a Git checkout. */
  SOURCE_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, "must be the hash of a commit, in hexadecimal")
    .optional(),
  /** How many megabytes of pages each process keeps in memory; 0 turns the cache off. */
  PAGE_CACHE_MB: wholeNumber(0, 65_536, 64),
  RATE_LIMITS: choice(["on", "off"], "on").transform((value) => value === "on"),
  ...limitVariables,
  /** Price providers in the order they are tried; `none` disables them. */
  PRICE_PROVIDERS: priceProviders,
  /** What cash earns in Treasury bills, and the risk-free rate of Sharpe ratios. */
  CASH_RATE: yearlyRate(DEFAULT_CASH_RATE.percent),
  COINBASE_URL: baseUrl("https://api.exchange.coinbase.com"),
  KRAKEN_URL: baseUrl("https://api.kraken.com"),
  /** The tokens that the operator adds, read from this file. */
  TOKENS_FILE: z
    .string()
    .transform((path, context) => {
      try {
        return readTokensFile(path);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  /** Whether mentions on Hacker News count towards the sentiment engine. */
  HACKER_NEWS: choice(["0", "1"], "0").transform((value) => value === "1"),
  HACKER_NEWS_URL: baseUrl("https://hn.algolia.com"),
  /** The SMTP server for the site's mails; without one they are written to files. */
  SMTP_URL: z
    .string()
    .regex(
      /^smtps?:\/\/[^/?\s]+(\/?|\/?\?\S*)$/,
      "must be an address such as smtps://user:password@mail.example.org",
    )
    .optional(),
  /** The sender of the site's mails. */
  MAIL_FROM: z
    .string()
    .refine(
      isMailbox,
      "must be an email address, or a name with one: Quorum <no-reply@example.org>",
    )
    .optional(),
  LOG_LEVEL: choice(LOG_LEVELS, "info"),
  /** After how many days the network addresses of stored events are truncated; 0 truncates them at once. */
  EVENT_ADDRESS_DAYS: wholeNumber(0, 90, 7),
  /** Read by `site.ts`, which is shared with the browser; only validated here. */
  SITE_NAME: z.string().max(60, "must have at most 60 characters").optional(),
  SOCIAL_URL: link,
  REPOSITORY_URL: link,
  CONTACT_EMAIL: z.email("must be an email address").optional(),
  /** Where to report a vulnerability; served in `/.well-known/security.txt`. */
  SECURITY_CONTACT: z
    .string()
    .transform((value) => (value.includes(":") ? value : `mailto:${value}`))
    .refine(isSecurityContact, "must be an email address, or a link that begins with https://")
    .optional(),
});

const schema = variablesSchema
  // A site reachable from other machines has a public name: absolute links, cookies and the origin
  // check must not depend on the host name that a request claims.
  .refine(({ APP_ORIGIN, HOST }) => APP_ORIGIN || HOST === undefined || isLoopback(HOST), {
    path: ["APP_ORIGIN"],
    message: "must be set when HOST is not loopback",
    when: () => true, // Run even if other variables are invalid, to report everything at once.
  })
  .refine(
    ({ LEDGER_WITNESS_URLS, LEDGER_WITNESSES }) =>
      !LEDGER_WITNESS_URLS?.length || LEDGER_WITNESSES?.length,
    {
      path: ["LEDGER_WITNESS_URLS"],
      message: "needs LEDGER_WITNESSES to be set as well",
      when: () => true,
    },
  )
  // Links in mails must not depend on it either: the recipient is often not the client that sent the request.
  .refine(({ SMTP_URL, MAIL_FROM, APP_ORIGIN }) => !SMTP_URL || (MAIL_FROM && APP_ORIGIN), {
    path: ["SMTP_URL"],
    message: "needs MAIL_FROM and APP_ORIGIN to be set as well",
    when: () => true,
  })
  .transform(({ DEMO, ...others }) => ({
    ...others,
    DEMO: DEMO ?? !isPublicOrigin(others.APP_ORIGIN),
  }));

/** The validated environment, by variable name. */
export type Environment = z.output<typeof schema>;

export const variables: readonly string[] = Object.keys(variablesSchema.shape);

/** Lists the invalid variables in its message, one per line. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";

  /**
   * @param what what failed, such as `The site cannot start`
   * @returns the message for the operator, with the variables indented below
   */
  inWords(what: string): string {
    return `${what} with this environment:\n${this.message.replace(/^/gm, "  ")}`;
  }
}

/** Whether a host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Validates `source`; throws one `EnvironmentError` that lists all problems. */
export function readEnvironment(
  source: Record<string, string | undefined> = process.env,
): Environment {
  const result = schema.safeParse(
    Object.fromEntries(
      Object.entries(source).map(([name, value]) => [name, emptyToUndefined(value)]),
    ),
  );
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new EnvironmentError(lines.join("\n"));
}

let current: Environment | undefined;

/** This process's environment, validated at the first call, which also makes the operator's tokens known. */
export function environment(): Environment {
  return current ?? use(readEnvironment());
}

function use(read: Environment): Environment {
  addTokens(read.TOKENS_FILE ?? NO_ADDED_TOKENS);
  return (current = read);
}

/**
 * Replaces the environment of this process, such as for the tests of one file.
 *
 * @throws EnvironmentError if variables are invalid
 */
export function setEnvironment(source: Record<string, string | undefined>): void {
  use(readEnvironment(source));
}
