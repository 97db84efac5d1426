import cluster from "node:cluster";
import { Schema } from "mongoose";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { environment } from "~/config/env.server";
import { engines } from "~/domain/engines";
import { mailboxOf } from "~/domain/mailbox";
import { createModel } from "./create-model.server";
import { escapePattern } from "./pagination.server";

/** Documents of rate-limiter-flexible; the schema exists so that its indexes are created up front. */
interface LimitRow {
  key: string;
  points: number;
  expire: Date | null;
}
const schema = new Schema<LimitRow>(
  { key: String, points: Number, expire: { type: Date, expires: 0 } },
  { collection: "limits", versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
const Limit = createModel<LimitRow>("Limit", schema);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The limit of an IPv6 /48 network as a multiple of that of an address (a /64): a customer may have 65,536 of them. */
const NETWORK_FACTOR = 4;

/**
 * The rate limits: `points` actions per `duration` seconds. They are stored in the database and shared by
 * all processes, except `submissions` and `writes`, which only protect against floods: they are counted in
 * the memory of each machine, by the primary if there are worker processes.
 */
export function limits() {
  const env = environment();
  return {
    signInAccount: { points: env.RATE_LIMIT_SIGN_IN_ACCOUNT, duration: 15 * MINUTE },
    signInAddress: { points: env.RATE_LIMIT_SIGN_IN_ADDRESS, duration: 15 * MINUTE },
    signInNetwork: {
      points: NETWORK_FACTOR * env.RATE_LIMIT_SIGN_IN_ADDRESS,
      duration: 15 * MINUTE,
    },
    signInElsewhere: { points: env.RATE_LIMIT_SIGN_IN_ELSEWHERE, duration: DAY },
    codes: { points: env.RATE_LIMIT_CODES, duration: DAY },
    signUp: { points: env.RATE_LIMIT_SIGN_UP, duration: HOUR },
    signUpNetwork: { points: NETWORK_FACTOR * env.RATE_LIMIT_SIGN_UP, duration: HOUR },
    mailsFrom: { points: env.RATE_LIMIT_MAILS_FROM, duration: HOUR },
    mailsFromNetwork: { points: NETWORK_FACTOR * env.RATE_LIMIT_MAILS_FROM, duration: HOUR },
    mailsTo: { points: env.RATE_LIMIT_MAILS_TO, duration: HOUR },
    noticesTo: { points: env.RATE_LIMIT_MAILS_TO, duration: HOUR },
    articles: { points: env.RATE_LIMIT_ARTICLES, duration: HOUR },
    reviews: { points: env.RATE_LIMIT_REVIEWS, duration: HOUR },
    comments: { points: env.RATE_LIMIT_COMMENTS, duration: HOUR },
    applications: { points: env.RATE_LIMIT_APPLICATIONS, duration: DAY },
    edits: { points: 60, duration: HOUR },
    // Most account changes send a mail, possibly to an address whose owner never signed up.
    accountChanges: { points: 30, duration: HOUR },
    profiles: { points: 30, duration: HOUR },
    exports: { points: 5, duration: DAY },
    // A form in which a user types for an hour saves itself every few seconds.
    drafts: { points: 1000, duration: HOUR },
    // Each export may read a hundred recommendations with all of their inputs.
    ledgerExports: { points: 60, duration: 10 * MINUTE },
    previews: { points: 30, duration: MINUTE },
    upvotes: { points: env.RATE_LIMIT_UPVOTES, duration: HOUR },
    // Each submission is a row that is kept for a day.
    submissions: { points: 3000, duration: HOUR, inMemory: true },
    generates: { points: env.RATE_LIMIT_GENERATES, duration: MINUTE },
    writes: { points: env.RATE_LIMIT_WRITES, duration: MINUTE, inMemory: true },
  };
}

export type LimitName = keyof ReturnType<typeof limits>;
type Limiter = RateLimiterMongo | RateLimiterMemory | RateLimiterCluster;

/** How long a worker process waits for the primary, which normally answers in less than a millisecond. */
const PRIMARY_TIMEOUT_MS = 1000;

let limiters: Record<LimitName, Limiter> | undefined;

function limiter(name: LimitName): Limiter {
  limiters ??= Object.fromEntries(
    Object.entries(limits()).map(([keyPrefix, { points, duration, ...rest }]) => [
      keyPrefix,
      "inMemory" in rest
        ? inMemory({ keyPrefix, points, duration })
        : new RateLimiterMongo({
            storeClient: Limit.db,
            tableName: Limit.collection.name,
            disableIndexesCreation: true,
            // Keys over the limit are rejected from memory, without a database query.
            inMemoryBlockOnConsumed: points + 1,
            keyPrefix,
            points,
            duration,
          }),
    ]),
  ) as Record<LimitName, Limiter>;
  return limiters[name];
}

function inMemory(options: { keyPrefix: string; points: number; duration: number }): Limiter {
  return cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_TIMEOUT_MS })
    : new RateLimiterMemory(options);
}

/**
 * Counts one action against a limit.
 *
 * @param key identifies the user or client
 * @returns `null` if within the limit, otherwise the whole seconds until the next action is allowed
 */
export async function consume(name: LimitName, key: string): Promise<number | null> {
  if (!environment().RATE_LIMITS) return null;
  const counter = limiter(name);
  const asksPrimary = counter instanceof RateLimiterCluster;
  // If the primary has exited, this worker process finishes its open requests without limits, then exits too.
  if (asksPrimary && !process.connected) return null;
  try {
    await counter.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsUntilNext(error);
    if (asksPrimary) return null;
    throw error;
  }
}

/** Counts one action even if the limit is exceeded. @returns the number of counted actions, including this one */
export async function count(name: LimitName, key: string): Promise<number> {
  return (await limiter(name).penalty(key)).consumedPoints;
}

/** Undoes one counted action that had no effect. */
export async function refund(name: LimitName, key: string): Promise<void> {
  if (environment().RATE_LIMITS) await limiter(name).reward(key);
}

/** Resets the count of a key. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  if (environment().RATE_LIMITS) await limiter(name).delete(key);
}

const PAUSE = "signInPause";
let pauses: RateLimiterAbstract | undefined;

const pauseLimiter = (): RateLimiterAbstract =>
  (pauses ??= new RateLimiterMongo({
    storeClient: Limit.db,
    tableName: Limit.collection.name,
    disableIndexesCreation: true,
    keyPrefix: PAUSE,
    points: 1,
    // Only a default: each pause sets its own duration.
    duration: MINUTE,
  }));

/** @returns the remaining whole seconds of the pause of a key, or `null` if there is none */
export async function pauseLeft(key: string): Promise<number | null> {
  const pause = await pauseLimiter().get(key);
  return pause && pause.consumedPoints > 0 ? secondsUntilNext(pause) : null;
}

/**
 * Starts a pause for a key, unless there is one.
 *
 * @param seconds the duration of the pause
 * @returns `null` if the pause was started, otherwise the remaining whole seconds of the existing one
 */
export async function startPause(key: string, seconds: number): Promise<number | null> {
  try {
    await pauseLimiter().consume(key, 1, { customDuration: seconds });
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsUntilNext(error);
    throw error;
  }
}

const secondsUntilNext = ({ msBeforeNext }: RateLimiterRes) => Math.ceil(msBeforeNext / 1000) || 1;

/**
 * Deletes the counts of an account: those by user id, and those of sign-in attempts by its email address.
 */
export async function forgetLimits(userId: string, email: string): Promise<void> {
  const own = [userId, ...engines.map((engine) => `${engine} ${userId}`)];
  const keys = Object.keys(limits()).flatMap((name) => own.map((key) => `${name}:${key}`));
  const ofEmail = [
    ...["signInElsewhere", PAUSE].map((name) => `${name}:${email}`),
    ...["mailsTo", "noticesTo"].map((name) => `${name}:${mailboxOf(email)}`),
  ];
  await Limit.deleteMany({ key: { $in: [...keys, `${PAUSE}:${userId}`, ...ofEmail] } });
  await Limit.deleteMany({ key: { $regex: `^signInAccount:${escapePattern(email)} ` } });
}
