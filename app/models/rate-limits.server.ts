import { Schema } from "mongoose";
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from "rate-limiter-flexible";
import { environment } from "~/config/env.server";
import { engines } from "~/domain/engines";
import { createModel } from "./create-model.server";
import { escapePattern } from "./pagination.server";

/** The rows are the rate limiter's own; the schema is here so that their indexes exist before the first. */
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

/**
 * How much of a thing one may do in how many seconds. The limits of the community are kept in the
 * database, so that they hold for all processes; `writes` only guards this one against a flood.
 */
export function limits() {
  const env = environment();
  return {
    signInAccount: { points: env.RATE_LIMIT_SIGN_IN_ACCOUNT, duration: 15 * MINUTE },
    signInAddress: { points: env.RATE_LIMIT_SIGN_IN_ADDRESS, duration: 15 * MINUTE },
    signUp: { points: env.RATE_LIMIT_SIGN_UP, duration: HOUR },
    articles: { points: env.RATE_LIMIT_ARTICLES, duration: HOUR },
    reviews: { points: env.RATE_LIMIT_REVIEWS, duration: HOUR },
    comments: { points: env.RATE_LIMIT_COMMENTS, duration: HOUR },
    upvotes: { points: env.RATE_LIMIT_UPVOTES, duration: HOUR },
    generates: { points: env.RATE_LIMIT_GENERATES, duration: MINUTE },
    writes: { points: env.RATE_LIMIT_WRITES, duration: MINUTE, inMemory: true },
  };
}

export type LimitName = keyof ReturnType<typeof limits>;
type Limiter = RateLimiterMongo | RateLimiterMemory;

let limiters: Record<LimitName, Limiter> | undefined;

function limiter(name: LimitName): Limiter {
  limiters ??= Object.fromEntries(
    Object.entries(limits()).map(([keyPrefix, { points, duration, ...rest }]) => [
      keyPrefix,
      "inMemory" in rest
        ? new RateLimiterMemory({ keyPrefix, points, duration })
        : new RateLimiterMongo({
            storeClient: Limit.db,
            tableName: Limit.collection.name,
            disableIndexesCreation: true,
            // Who is over the limit is refused from memory and costs the database nothing more.
            inMemoryBlockOnConsumed: points + 1,
            keyPrefix,
            points,
            duration,
          }),
    ]),
  ) as Record<LimitName, Limiter>;
  return limiters[name];
}

/**
 * Counts one act against a limit.
 *
 * @param key whose act it is
 * @returns `null` when it is within the limit, else the whole seconds until there is room again
 */
export async function consume(name: LimitName, key: string): Promise<number | null> {
  if (!environment().RATE_LIMITS) return null;
  try {
    await limiter(name).consume(key);
    return null;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000) || 1;
    throw refused;
  }
}

/** Takes one act back out of what was counted against a limit for a key: nothing came of it. */
export async function refund(name: LimitName, key: string): Promise<void> {
  if (environment().RATE_LIMITS) await limiter(name).reward(key);
}

/** Forgets what was counted against a limit for a key. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  if (environment().RATE_LIMITS) await limiter(name).delete(key);
}

/** Forgets what was counted for an account: by its id, and by its email address wherever that was typed. */
export async function forgetLimits(userId: string, email: string): Promise<void> {
  const own = [userId, ...engines.map((engine) => `${engine} ${userId}`)];
  const keys = Object.keys(limits()).flatMap((name) => own.map((key) => `${name}:${key}`));
  await Limit.deleteMany({ key: { $in: keys } });
  await Limit.deleteMany({ key: { $regex: `^signInAccount:${escapePattern(email)} ` } });
}
