/**
 * The limits on requests: `points` actions in `duration` seconds, each declared here only. The limits of the API's
 * document, the variables of the environment and their defaults follow from this table.
 */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The limit of an IPv6 /48 network as a multiple of that of an address (a /64): a customer may have 65,536 of them. */
const NETWORK_FACTOR = 4;

interface RequestLimit {
  points: number;
  duration: number;
  /** What is counted, in the plural. */
  what: string;
  per: string;
  variable?: string;
  /** If the variable sets another limit as well: the multiple of it that this one has. */
  factor?: number;
  /**
   * Limits that only protect against floods are counted in the memory of each machine, by the primary if there are
   * worker processes. All others are stored in the database, and shared by all processes.
   */
  inMemory?: true;
}

/** @param variable the environment variable that overrides `points`, without its prefix `RATE_LIMIT_` */
const limit = <const Variable extends string = never>(
  points: number,
  duration: number,
  what: string,
  per: string,
  variable?: Variable,
) => ({ points, duration, what, per, variable });

/** The limit of a whole network, to which the variable of the limit of an address applies as well. */
const ofNetwork = <const Variable extends string>(
  points: number,
  duration: number,
  what: string,
  variable: Variable,
) => ({ ...limit(points, duration, what, "IPv6 network (/48)", variable), factor: NETWORK_FACTOR });

export const requestLimits = {
  signInAccount: limit(10, 15 * MINUTE, "sign-ins", "account and address", "SIGN_IN_ACCOUNT"),
  signInAddress: limit(100, 15 * MINUTE, "sign-ins", "address", "SIGN_IN_ADDRESS"),
  signInNetwork: ofNetwork(100, 15 * MINUTE, "sign-ins", "SIGN_IN_ADDRESS"),
  signInElsewhere: limit(
    10,
    DAY,
    "failed sign-ins",
    "account from addresses it has not been used from, then with growing pauses",
    "SIGN_IN_ELSEWHERE",
  ),
  codes: limit(10, DAY, "wrong codes", "account, then with growing pauses", "CODES"),
  signUp: limit(20, HOUR, "new accounts", "address", "SIGN_UP"),
  signUpNetwork: ofNetwork(20, HOUR, "new accounts", "SIGN_UP"),
  mailsFrom: limit(20, HOUR, "requested mails", "address", "MAILS_FROM"),
  mailsFromNetwork: ofNetwork(20, HOUR, "requested mails", "MAILS_FROM"),
  mailsTo: limit(5, HOUR, "requested mails", "recipient", "MAILS_TO"),
  accountMailsTo: limit(5, HOUR, "mails about changes to the account", "recipient", "MAILS_TO"),
  noticeMails: limit(10, HOUR, "notices by mail", "person"),
  articles: limit(20, HOUR, "articles", "person", "ARTICLES"),
  reviews: limit(60, HOUR, "reviews", "person", "REVIEWS"),
  comments: limit(120, HOUR, "comments", "person", "COMMENTS"),
  // In addition, for accounts that are new, unproven or limited by a moderator.
  articlesOfNew: limit(3, DAY, "articles", "new account", "ARTICLES_OF_NEW"),
  reviewsOfNew: limit(5, DAY, "reviews", "new account", "REVIEWS_OF_NEW"),
  commentsOfNew: limit(20, HOUR, "comments", "new account", "COMMENTS_OF_NEW"),
  upvotesOfNew: limit(60, HOUR, "upvotes", "new account", "UPVOTES_OF_NEW"),
  applications: limit(5, DAY, "applications for membership", "person", "APPLICATIONS"),
  edits: limit(60, HOUR, "edits and removals of one’s own texts", "person"),
  // Most account changes send a mail, possibly to an address whose owner never signed up.
  accountChanges: limit(30, HOUR, "password-protected changes", "account"),
  profiles: limit(30, HOUR, "changes of the profile", "person"),
  exports: limit(5, DAY, "copies of one’s data", "person"),
  // A form in which a user types for an hour saves itself every few seconds.
  drafts: limit(1000, HOUR, "saved drafts", "person"),
  // Each export may read a hundred recommendations with all of their inputs.
  ledgerExports: limit(60, 10 * MINUTE, "pages of the ledger’s download", "address"),
  logExports: limit(30, 10 * MINUTE, "downloads of the log of moderation", "address"),
  previews: limit(30, MINUTE, "previews", "person"),
  names: { ...limit(120, MINUTE, "lists of names while typing", "person"), inMemory: true },
  flags: limit(30, HOUR, "flags raised, changed and taken back", "person"),
  invitations: limit(30, HOUR, "invitations", "person"),
  illegalReports: limit(5, HOUR, "reports of illegal content by the form for everybody", "address"),
  blocks: limit(60, HOUR, "people blocked and unblocked", "person"),
  decisions: limit(600, HOUR, "decisions of moderators, undone ones included,", "person"),
  follows: limit(600, HOUR, "follows and unfollows", "person"),
  upvotes: limit(600, HOUR, "upvotes", "person", "UPVOTES"),
  saves: limit(600, HOUR, "texts saved, noted on or removed from the saved ones", "person"),
  // Each submission is a row that is kept for a day.
  submissions: { ...limit(3000, HOUR, "forms of the site", "person"), inMemory: true },
  // Joining a generation that is already running does not count.
  generates: limit(
    1,
    MINUTE,
    "recommendations, and as many previews,",
    "person and engine",
    "GENERATES",
  ),
  writes: { ...limit(600, MINUTE, "writes of any kind", "address", "WRITES"), inMemory: true },
  // Counted by `server/load-limits.ts`, in each process. Forms posted to pages count, because the response is a page.
  reads: {
    ...limit(1200, MINUTE, "requests for pages and read calls", "address and process", "READS"),
    inMemory: true,
  },
} as const;

export type LimitName = keyof typeof requestLimits;
type Declared = (typeof requestLimits)[LimitName];
export type LimitVariable = `RATE_LIMIT_${NonNullable<Declared["variable"]>}`;

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
