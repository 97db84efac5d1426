/**
 * The environment, checked once with every rule in one place.
 * A mistake is found when the site starts, and is told in words a person can act on.
 */
import { z } from "zod";
import { emptyToUndefined } from "./empty-to-undefined";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A whole number written in decimal digits, so that "0x1F", "1e3" and "" are no numbers. */
function wholeNumber(minimum: number, maximum: number, fallback: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .default(fallback);
}

/** How many actions a limit allows within its window; `RATE_LIMITS=off` lifts all of them. */
const points = (fallback: number) => wholeNumber(1, 1_000_000, fallback);

const choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: NoInfer<T[number]>,
) => z.enum(values, `must be one of ${values.join(", ")}`).default(fallback as never);

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

const isHttp = (url: URL | null) => url !== null && /^https?:$/.test(url.protocol);

const link = z
  .string()
  .refine((value) => isHttp(parseUrl(value)), "must be a link that begins with http:// or https://")
  .optional();

/** Where a service is found unless the environment says otherwise, without a slash at its end. */
const address = (fallback: string) =>
  z
    .string()
    .refine((value) => {
      const url = parseUrl(value);
      return isHttp(url) && !url?.search && !url?.hash;
    }, "must be an address such as https://api.example.org, without a query")
    .transform((value) => value.replace(/\/+$/, ""))
    .default(fallback);

/** Who can be asked for prices, without an account of theirs. */
const PRICE_PROVIDERS = ["coinbase", "kraken"] as const;
export type PriceProviderName = (typeof PRICE_PROVIDERS)[number];

const isPriceProvider = (name: string): name is PriceProviderName =>
  (PRICE_PROVIDERS as readonly string[]).includes(name);

/** `kraken,coinbase`: names in the order in which they are asked, or `none`. */
const priceProviders = z
  .string()
  .transform((value, context): PriceProviderName[] => {
    const names = value === "none" ? [] : value.split(",").map((name) => name.trim());
    const known = names.filter(isPriceProvider);
    if (known.length === names.length && new Set(names).size === names.length) return known;
    const message = `must be none, or some of ${PRICE_PROVIDERS.join(",")}, each once`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .default([...PRICE_PROVIDERS]);

const schema = z
  .object({
    /** Production unless said otherwise: a forgotten variable must never open development's doors. */
    NODE_ENV: choice(["development", "production", "test"], "production"),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, "must be the name or the IP address to listen on")
      .default("127.0.0.1"),
    /** 0 lets the system choose; the line printed at start says what it chose. */
    PORT: wholeNumber(0, 65_535, 3000),
    /** Where people find the site, e.g. `https://example.org`; decides absolute links and what is foreign. */
    APP_ORIGIN: z
      .string()
      .refine((value) => {
        const url = parseUrl(value);
        return isHttp(url) && url?.href === `${url?.origin}/`;
      }, "must be an origin such as https://example.org, without a path")
      .transform((value) => new URL(value).origin)
      .optional(),
    /** How many proxies in front of the site have their `X-Forwarded-*` headers believed. */
    TRUST_PROXY: wholeNumber(0, 32, 0),
    MONGODB_URI: z
      .string()
      .regex(
        /^mongodb(\+srv)?:\/\/[^/?\s]+(\/\S*)?$/,
        "must be a MongoDB address that begins with mongodb:// or mongodb+srv://",
      )
      .optional(),
    DATA_DIR: z.string().default(".data"),
    /** Whether an empty embedded database is filled with the demonstration community. */
    DEMO: choice(["0", "1"], "1").transform((value) => value === "1"),
    RATE_LIMITS: choice(["on", "off"], "on").transform((value) => value === "on"),
    /** Sign-ins per account and address in 15 minutes. */
    RATE_LIMIT_SIGN_IN_ACCOUNT: points(10),
    /** Sign-ins per address in 15 minutes. */
    RATE_LIMIT_SIGN_IN_ADDRESS: points(100),
    /** Sign-ups per address and hour. */
    RATE_LIMIT_SIGN_UP: points(20),
    /** Articles per user and hour. */
    RATE_LIMIT_ARTICLES: points(20),
    /** Reviews per user and hour. */
    RATE_LIMIT_REVIEWS: points(60),
    /** Comments per user and hour. */
    RATE_LIMIT_COMMENTS: points(120),
    /** Upvotes per user and hour. */
    RATE_LIMIT_UPVOTES: points(600),
    /** Recommendations asked for per user and minute. */
    RATE_LIMIT_GENERATES: points(1),
    /** Writing calls of any kind per address and minute. */
    RATE_LIMIT_WRITES: points(600),
    /** Who is asked for prices, in this order; `none` lets the site ask nobody. */
    PRICE_PROVIDERS: priceProviders,
    COINBASE_URL: address("https://api.exchange.coinbase.com"),
    KRAKEN_URL: address("https://api.kraken.com"),
    /** Whether what is said on Hacker News counts among the mentions of tokens. */
    HACKER_NEWS: choice(["0", "1"], "0").transform((value) => value === "1"),
    HACKER_NEWS_URL: address("https://hn.algolia.com"),
    LOG_LEVEL: choice(LOG_LEVELS, "info"),
    /** These four are read by `site.ts`, which the browser shares; here they are only checked. */
    SITE_NAME: z.string().max(60, "must have at most 60 characters").optional(),
    SOCIAL_URL: link,
    REPOSITORY_URL: link,
    CONTACT_EMAIL: z.email("must be an email address").optional(),
  })
  // Whoever listens beyond this machine is found under a name, and absolute links, cookies and the
  // check for foreign requests must not depend on what a request claims that name to be.
  .refine(({ APP_ORIGIN, HOST }) => APP_ORIGIN || HOST === undefined || isLoopback(HOST), {
    path: ["APP_ORIGIN"],
    message: "must be set when HOST is not loopback",
    when: () => true, // Also beside other mistakes: one run tells them all.
  });

/** The checked environment: each variable under its own name, as the type it stands for. */
export type Environment = z.output<typeof schema>;

/** The names of all variables that are read. */
export const variables: readonly string[] = Object.keys(schema.shape);

/** What is wrong with the environment: one line for each variable. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";

  /** @param what cannot be done with it, such as `The site cannot start` */
  inWords(what: string): string {
    return `${what} with this environment:\n${this.message.replace(/^/gm, "  ")}`;
  }
}

/** Whether only this machine can reach what listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Checks `source` whole and throws one `EnvironmentError` that lists everything wrong with it. */
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

let cached: Environment | undefined;

/** This process's environment, checked at the first call. */
export function environment(): Environment {
  return (cached ??= readEnvironment());
}
