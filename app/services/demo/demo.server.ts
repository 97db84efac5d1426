/** The demo community: its accounts, its content, and twelve weekly recommendations of each engine. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { addHours } from "date-fns/addHours";
import { subHours } from "date-fns/subHours";
import { EVERYTHING } from "~/config/page-tags";
import { addDays, dayOf, mondayOf, startOf } from "~/domain/calendar-days";
import { type Engine, engines } from "~/domain/engines";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import type { Viewer } from "~/domain/viewer";
import { markAsSample } from "~/models/mail-settings.server";
import { isDatabaseUnused } from "~/models/connection.server";
import { hasRecommendations, isListed } from "~/models/recommendation.server";
import { closeSessionsOf } from "~/models/session.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { type NewUser, upsertUser } from "~/models/user.server";
import { hashPassword } from "../accounts/passwords.server";
import { invalidate } from "../cache/invalidation.server";
import { underLock } from "../jobs/hold-lock.server";
import { recount } from "../jobs/recount.server";
import { prepareSamplePrices } from "../prices/prices.server";
import { recommendationEngines } from "../recommendations/engines.server";
import { refreshMentions } from "../recommendations/mentions.server";
import { settleOutcomes } from "../recommendations/settlement.server";
import { refreshTrust } from "../recommendations/trust.server";
import { readSampleState, writeSampleState } from "../sample-content.server";
import {
  demoId,
  importContent,
  importFollowings,
  membershipOf,
  readContent,
} from "./demo-content.server";

/** A demo user, with the password generated for this installation. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/** How many demo users can sign in; the others' passwords are random and not kept. */
const ACCOUNTS = 3;

/**
 * Fills a database that has never been used with the demo community, resumes a fill that a crash interrupted, or
 * updates a filled database with the prices and recommendations added since.
 * @returns the accounts to show the admin, or `null` if none were created
 */
export async function prepareDemo(signal?: AbortSignal): Promise<DemoAccount[] | null> {
  while ((await readSampleState()) !== null || (await isDatabaseUnused())) {
    const prepared = await underLock(LOCK_NAME, signal, async (held) => ({
      accounts: await prepare(held),
    }));
    if (prepared) return prepared.accounts;
    // Another process holds the lock. Afterwards, continue with what it left undone.
    await delay(POLL_MS, undefined, { signal });
  }
  return null;
}

/**
 * Adds the demo community to any database, after waiting for another process that is doing so. Existing content
 * stays; the passwords of demo users are reset and their sessions ended.
 * @param now the date that the dates of the content are relative to
 * @returns the accounts that can sign in
 */
export async function seedDemo(now = new Date()): Promise<DemoAccount[]> {
  for (;;) {
    const accounts = await underLock(LOCK_NAME, undefined, (signal) => fill(now, signal));
    if (accounts) return accounts;
    await delay(POLL_MS);
  }
}

/** The lock that lets only one process fill the database at a time. */
const LOCK_NAME = "demonstration";
const POLL_MS = 250;

async function prepare(signal: AbortSignal): Promise<DemoAccount[] | null> {
  const state = await readSampleState();
  const isUnused = state === null && (await isDatabaseUnused());
  if (isUnused || state === "filling") return fill(new Date(), signal);
  if (state === "filled") await generateDemoRecommendations(new Date(), signal);
  return null;
}

async function fill(now: Date, signal: AbortSignal): Promise<DemoAccount[]> {
  await writeSampleState("filling");
  const { people, ...content } = await readContent();
  const accounts = people.slice(0, ACCOUNTS).map(({ name, email }) => ({
    name,
    email,
    password: `${randomBytes(16).toString("base64url")}!`,
  }));
  // All sign up within a week, a month before the first contribution.
  const oldest = Math.max(...[...content.works, ...content.reviews].map(({ daysAgo }) => daysAgo));
  const unusablePasswordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const members = await Promise.all(
    people.map(async ({ key, name, email }, i) => {
      const account = accounts[i];
      const passwordHash = account ? await hashPassword(account.password) : unusablePasswordHash;
      const createdAt = subHours(now, 24 * (oldest + 30) + 12 * i);
      const member = await createMember({
        email,
        name,
        passwordHash,
        createdAt,
        ...membershipOf(key, content, now),
      });
      await closeSessionsOf(member.id);
      await markAsSample(member.id);
      if (account) account.name = member.name;
      return [key, member] as const;
    }),
  );
  signal.throwIfAborted();
  await importContent(content, new Map(members), now);
  await importFollowings(people, new Map(members));
  // Computes the counts of hubs and works. No other process writes now, so no second check is needed.
  await recount({ recheckDelayMs: 0, signal });
  await generateDemoRecommendations(now, signal);
  await writeSampleState("filled");
  await invalidate(EVERYTHING);
  return accounts;
}

/** Creates a demo user, under another name if theirs is taken. */
async function createMember(user: NewUser): Promise<Viewer> {
  for (let number = 1; number < 100; number += 1) {
    const name = number === 1 ? user.name : `${user.name.slice(0, 18)}${number}`;
    const member = await upsertUser({ ...user, name });
    if (member) return member;
  }
  throw new Error(`every name like ${user.name} is taken`);
}

const WEEKS = 12;
/** The UTC hour on Mondays that the recommendations are dated at. */
const HOUR = 9;

/** What to generate; stored, so that later runs resume the same plan. */
interface Plan {
  /** The date from which the weeks are counted back, in ISO 8601. */
  from: string;
  /** The engines that had no recommendations when the plan was made; the others are left alone. */
  kinds: Engine[];
  isDone: boolean;
}
const PLAN = "sample recommendations";

/**
 * Extends the sample prices to yesterday, generates the missing demo recommendations and settles their outcomes.
 * @param now the date up to which recommendations are generated, unless an earlier run has stored a plan
 */
export async function generateDemoRecommendations(now: Date, signal?: AbortSignal): Promise<void> {
  await prepareSamplePrices(dayOf(new Date()));
  signal?.throwIfAborted();
  const plan = await loadPlan(now);
  if (plan.isDone) return;
  const moments = mondaysBefore(new Date(plan.from));
  const [first] = moments;
  if (first) {
    await refreshTrust(signal);
    await refreshMentions({ since: startOf(addDays(dayOf(first), -SENTIMENT_DAYS)), signal });
  }
  await Promise.all(plan.kinds.map((kind) => generateMissing(kind, moments, signal)));
  signal?.throwIfAborted();
  await settleOutcomes(signal);
  await writeSetting(PLAN, { ...plan, isDone: true } satisfies Plan);
}

async function loadPlan(now: Date): Promise<Plan> {
  const stored = (await readSetting(PLAN)) as Plan | null;
  if (stored) return stored;
  const isUsed = await Promise.all(engines.map(hasRecommendations));
  const kinds = engines.filter((_, i) => !isUsed[i]);
  const plan: Plan = { from: now.toISOString(), kinds, isDone: false };
  await writeSetting(PLAN, plan);
  return plan;
}

/** @returns the last twelve Mondays at 9:00 UTC up to a date, earliest first */
export function mondaysBefore(moment: Date): Date[] {
  const thisMonday = mondayOf(dayOf(moment));
  const last = atNine(thisMonday) <= moment ? thisMonday : addDays(thisMonday, -7);
  return Array.from({ length: WEEKS }, (_, i) => atNine(addDays(last, 7 * (i - WEEKS + 1))));
}

const atNine = (day: string) => addHours(startOf(day), HOUR);

/** Generates the missing recommendations one after another; each has an id derived from its engine and date. */
async function generateMissing(
  kind: Engine,
  moments: readonly Date[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const at of moments) {
    if (signal?.aborted) return;
    const id = demoId(kind, at.toISOString());
    if (await isListed(id)) continue;
    await recommendationEngines[kind].make(at, { id, bySchedule: true, asOfThen: true });
  }
}
