import cluster from "node:cluster";
import { Schema, type InferSchemaType } from "mongoose";
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { environment, type Environment } from "~/config/env.server";
import { limitsWith, type LimitName, type LimitVariable } from "~/config/request-limits";
import { engines } from "~/domain/engines";
import { mailboxOf } from "~/domain/mailbox";
import { createModel } from "./create-model.server";
import { escapePattern } from "./pagination.server";

/** Documents of rate-limiter-flexible; the schema exists so that its indexes are created up front. */
const schema = new Schema(
  { key: String, points: Number, expire: { type: Date, expires: 0 } },
  { collection: "limits", versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
const Limit = createModel<InferSchemaType<typeof schema>>("Limit", schema);

let changedLimits: Partial<Record<LimitVariable, number>> = {};

type Limits = ReturnType<typeof limitsWith>;
type Limiter = RateLimiterMongo | RateLimiterMemory | RateLimiterCluster;

/** The limiter of each limit, with the points that it was made for. */
const limiters = new Map<LimitName, { points: number; limiter: Limiter }>();

let known: { environment: Environment; limits: Limits } | null = null;

const limitsOf = (environment: Environment) => ({
  environment,
  limits: limitsWith({ ...environment, ...changedLimits }),
});

/** The limits that apply. */
export function limits(): Limits {
  const current = environment();
  if (known?.environment !== current) {
    known = limitsOf(current);
    limiters.clear();
  }
  return known.limits;
}

/** Applies the limits that administrators have set over those of the environment. */
export function changeLimits(changed: Partial<Record<LimitVariable, number>>): void {
  changedLimits = changed;
  if (known) known = limitsOf(known.environment);
}

/** How long a worker process waits for the primary, which normally answers in less than a millisecond. */
const PRIMARY_TIMEOUT_MS = 1000;

function limiter(name: LimitName): Limiter {
  const { points, duration, inMemory: isInMemory } = limits()[name];
  const made = limiters.get(name);
  if (made?.points === points) return made.limiter;
  const limiter = isInMemory
    ? // The primary keeps the points that it was first told for a prefix.
      inMemory({ keyPrefix: `${name}@${points}`, points, duration })
    : // Keys over the limit are rejected from memory, without a database query.
      stored({ keyPrefix: name, points, duration, inMemoryBlockOnConsumed: points + 1 });
  limiters.set(name, { points, limiter });
  return limiter;
}

const stored = (options: IRateLimiterOptions & { inMemoryBlockOnConsumed?: number }) =>
  new RateLimiterMongo({
    storeClient: Limit.db,
    tableName: Limit.collection.name,
    disableIndexesCreation: true,
    ...options,
  });

function inMemory(options: { keyPrefix: string; points: number; duration: number }): Limiter {
  return cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_TIMEOUT_MS })
    : new RateLimiterMemory(options);
}

/**
 * Counts one action against a limit.
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

export async function resetLimit(name: LimitName, key: string): Promise<void> {
  if (environment().RATE_LIMITS) await limiter(name).delete(key);
}

const PAUSE = "signInPause";
let pauses: RateLimiterAbstract | undefined;

/** The duration is only a default: each pause sets its own. */
const pauseLimiter = (): RateLimiterAbstract =>
  (pauses ??= stored({ keyPrefix: PAUSE, points: 1, duration: 60 }));

/** @returns the remaining whole seconds of the pause of a key, or `null` if there is none */
export async function pauseLeft(key: string): Promise<number | null> {
  const pause = await pauseLimiter().get(key);
  return pause && pause.consumedPoints > 0 ? secondsUntilNext(pause) : null;
}

/**
 * Starts a pause for a key, unless there is one.
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

/** Deletes the counts of an account: those by user id, and those of sign-in attempts by its email address. */
export async function forgetLimits(userId: string, email: string): Promise<void> {
  const own = [userId, ...engines.map((engine) => `${engine} ${userId}`)];
  const keys = Object.keys(limits()).flatMap((name) => own.map((key) => `${name}:${key}`));
  const ofEmail = [
    ...["signInElsewhere", PAUSE].map((name) => `${name}:${email}`),
    ...["mailsTo", "accountMailsTo"].map((name) => `${name}:${mailboxOf(email)}`),
  ];
  await Limit.deleteMany({ key: { $in: [...keys, `${PAUSE}:${userId}`, ...ofEmail] } });
  await Limit.deleteMany({ key: { $regex: `^signInAccount:${escapePattern(email)} ` } });
}
