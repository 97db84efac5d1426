/** The names of all variables that the site reads (`app/config/env.server.ts`); a test compares the two lists. */
const NAMES = [
  "NODE_ENV",
  "HOST",
  "PORT",
  "APP_ORIGIN",
  "TRUST_PROXY",
  "HSTS_SUBDOMAINS",
  "WEB_CONCURRENCY",
  "MONGODB_URI",
  "DATA_DIR",
  "DEMO",
  "LEDGER_KEY",
  "SOURCE_COMMIT",
  "PAGE_CACHE_MB",
  "RATE_LIMITS",
  "RATE_LIMIT_SIGN_IN_ACCOUNT",
  "RATE_LIMIT_SIGN_IN_ADDRESS",
  "RATE_LIMIT_SIGN_IN_ELSEWHERE",
  "RATE_LIMIT_CODES",
  "RATE_LIMIT_SIGN_UP",
  "RATE_LIMIT_MAILS_FROM",
  "RATE_LIMIT_MAILS_TO",
  "RATE_LIMIT_ARTICLES",
  "RATE_LIMIT_REVIEWS",
  "RATE_LIMIT_COMMENTS",
  "RATE_LIMIT_APPLICATIONS",
  "RATE_LIMIT_UPVOTES",
  "RATE_LIMIT_GENERATES",
  "RATE_LIMIT_WRITES",
  "RATE_LIMIT_READS",
  "PRICE_PROVIDERS",
  "COINBASE_URL",
  "KRAKEN_URL",
  "HACKER_NEWS",
  "HACKER_NEWS_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "LOG_LEVEL",
  "EVENT_ADDRESS_DAYS",
  "SITE_NAME",
  "SOCIAL_URL",
  "REPOSITORY_URL",
  "CONTACT_EMAIL",
  "SECURITY_CONTACT",
];

/**
 * Returns the site's settings that are set, by name. Two starts with equal settings are for the same site.
 *
 * @param {Record<string, string | undefined>} env
 */
export function settingsIn(env) {
  const entries = NAMES.map((name) => [name, env[name]?.trim()]).filter(([, value]) => value);
  return /** @type {Record<string, string>} */ (Object.fromEntries(entries));
}

/**
 * Returns the environment without the site's settings, so that they do not affect tests.
 *
 * @param {Record<string, string | undefined>} env
 */
export function withoutSettings(env) {
  const kept = Object.entries(env).filter(([name]) => !NAMES.includes(name));
  return /** @type {NodeJS.ProcessEnv} */ (Object.fromEntries(kept));
}
