/**
 * The limits on requests: `points` actions in `duration` seconds, each declared here only. The limits of the API's
 * document, the variables of the environment and their defaults follow from this table.
 */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The limit of an IPv6 /48 network as a multiple of that of an address (a /64): a customer may have 65,536 of them. */
const NETWORK_FACTOR = 4;
const NETWORK = "IPv6 network (/48)";

interface RequestLimit {
  points: number;
  duration: number;
  /** What is counted, in the plural. */
  what: string;
  per: string;
  /** The environment variable that overrides `points`, without its prefix `RATE_LIMIT_`. */
  variable?: string;
  /** If the variable sets another limit as well: the multiple of it that this one has. */
  factor?: number;
  /**
   * Limits that only protect against floods are counted in the memory of each machine, by the primary if there are
   * worker processes. All others are stored in the database, and shared by all processes.
   */
  inMemory?: true;
}

export const requestLimits = {
  signInAccount: {
    points: 10,
    duration: 15 * MINUTE,
    what: "sign-ins",
    per: "account and address",
    variable: "SIGN_IN_ACCOUNT",
  },
  signInAddress: {
    points: 100,
    duration: 15 * MINUTE,
    what: "sign-ins",
    per: "address",
    variable: "SIGN_IN_ADDRESS",
  },
  signInNetwork: {
    points: 100,
    duration: 15 * MINUTE,
    what: "sign-ins",
    per: NETWORK,
    variable: "SIGN_IN_ADDRESS",
    factor: NETWORK_FACTOR,
  },
  signInElsewhere: {
    points: 10,
    duration: DAY,
    what: "failed sign-ins",
    per: "account from addresses it has not been used from, then with growing pauses",
    variable: "SIGN_IN_ELSEWHERE",
  },
  codes: {
    points: 10,
    duration: DAY,
    what: "wrong codes",
    per: "account, then with growing pauses",
    variable: "CODES",
  },
  signUp: {
    points: 20,
    duration: HOUR,
    what: "new accounts",
    per: "address",
    variable: "SIGN_UP",
  },
  signUpNetwork: {
    points: 20,
    duration: HOUR,
    what: "new accounts",
    per: NETWORK,
    variable: "SIGN_UP",
    factor: NETWORK_FACTOR,
  },
  mailsFrom: {
    points: 20,
    duration: HOUR,
    what: "requested mails",
    per: "address",
    variable: "MAILS_FROM",
  },
  mailsFromNetwork: {
    points: 20,
    duration: HOUR,
    what: "requested mails",
    per: NETWORK,
    variable: "MAILS_FROM",
    factor: NETWORK_FACTOR,
  },
  mailsTo: {
    points: 5,
    duration: HOUR,
    what: "requested mails",
    per: "recipient",
    variable: "MAILS_TO",
  },
  noticesTo: {
    points: 5,
    duration: HOUR,
    what: "notices about the account",
    per: "recipient",
    variable: "MAILS_TO",
  },
  articles: { points: 20, duration: HOUR, what: "articles", per: "person", variable: "ARTICLES" },
  reviews: { points: 60, duration: HOUR, what: "reviews", per: "person", variable: "REVIEWS" },
  comments: { points: 120, duration: HOUR, what: "comments", per: "person", variable: "COMMENTS" },
  applications: {
    points: 5,
    duration: DAY,
    what: "applications for membership",
    per: "person",
    variable: "APPLICATIONS",
  },
  edits: {
    points: 60,
    duration: HOUR,
    what: "edits and removals of one’s own texts",
    per: "person",
  },
  // Most account changes send a mail, possibly to an address whose owner never signed up.
  accountChanges: {
    points: 30,
    duration: HOUR,
    what: "password-protected changes",
    per: "account",
  },
  profiles: { points: 30, duration: HOUR, what: "changes of the profile", per: "person" },
  exports: { points: 5, duration: DAY, what: "copies of one’s data", per: "person" },
  // A form in which a user types for an hour saves itself every few seconds.
  drafts: { points: 1000, duration: HOUR, what: "saved drafts", per: "person" },
  // Each export may read a hundred recommendations with all of their inputs.
  ledgerExports: {
    points: 60,
    duration: 10 * MINUTE,
    what: "pages of the ledger’s download",
    per: "address",
  },
  previews: { points: 30, duration: MINUTE, what: "previews", per: "person" },
  upvotes: { points: 600, duration: HOUR, what: "upvotes", per: "person", variable: "UPVOTES" },
  // Each submission is a row that is kept for a day.
  submissions: {
    points: 3000,
    duration: HOUR,
    what: "forms of the site",
    per: "person",
    inMemory: true,
  },
  // Joining a generation that is already running does not count.
  generates: {
    points: 1,
    duration: MINUTE,
    what: "recommendations, previews included,",
    per: "person and engine",
    variable: "GENERATES",
  },
  writes: {
    points: 600,
    duration: MINUTE,
    what: "writes of any kind",
    per: "address",
    variable: "WRITES",
    inMemory: true,
  },
  // Counted by `server/load-limits.ts`, in each process. Forms posted to pages count, because the response is a page.
  reads: {
    points: 1200,
    duration: MINUTE,
    what: "requests for pages and read calls",
    per: "address and process",
    variable: "READS",
    inMemory: true,
  },
} as const satisfies Record<string, RequestLimit>;

export type LimitName = keyof typeof requestLimits;
type Declared = (typeof requestLimits)[LimitName];
export type LimitVariable = `RATE_LIMIT_${Extract<Declared, { variable: string }>["variable"]}`;

const declared: Record<LimitName, RequestLimit> = requestLimits;

/** The default of each variable. */
export const limitDefaults = Object.fromEntries(
  Object.values(declared).flatMap(({ variable, points }) =>
    variable ? [[`RATE_LIMIT_${variable}`, points]] : [],
  ),
) as Record<LimitVariable, number>;

/** @returns the limits that apply with these variables */
export const limitsWith = (variables: Record<LimitVariable, number>) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { variable, factor = 1, ...limit }]) => {
      const points = variables[`RATE_LIMIT_${variable}` as LimitVariable] ?? limit.points;
      return [name, { ...limit, points: factor * points }];
    }),
  ) as Record<LimitName, RequestLimit>;

/** @returns for example "20 articles an hour per person" */
export function describeLimit({ points, duration, what, per }: RequestLimit): string {
  const noun = points === 1 ? what.replace(/s\b/, "") : what;
  return `${points.toLocaleString("en")} ${noun} ${describeDuration(duration)} per ${per}`;
}

function describeDuration(seconds: number): string {
  if (seconds === MINUTE) return "a minute";
  if (seconds === HOUR) return "an hour";
  if (seconds === DAY) return "a day";
  return `in ${seconds / MINUTE} minutes`;
}
