/**
 * Events are logged and stored in batches once a second, so that no request waits for one or fails because of one.
 * Equal events within a second become one event with a count. Beyond a budget, events are dropped and only
 * counted; the number of dropped events is logged once a minute.
 */
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { environment } from "~/config/env.server";
import { dayOf } from "~/domain/calendar-days";
import { tokenBucket } from "~/domain/token-bucket";
import { addEvents, forgetUsersInEvents, type StoredEvent } from "~/models/event.server";
import type { LimitName } from "~/config/request-limits";
import { findExistingUsers } from "~/models/user.server";
import { dayKey } from "~/models/view.server";
import { eventKinds, parseEvent, type Event, type EventKind } from "~/schemas/events";
import { reportWarning } from "../warnings.server";
import { currentRequest } from "./request-context.server";
import { shortenAddress } from "./shorten-address.server";

const BATCH_MS = 1_000;
const DROPPED_MS = 60_000;
/**
 * The burst of different events that a process stores, and the number per second after that. Events of level `warn`
 * have a smaller budget of their own, so that a flood of refused requests neither fills the log nor displaces others.
 */
const budgets = { info: tokenBucket(1_000, 50), warn: tokenBucket(200, 5) };

interface Collected {
  event: Event;
  at: Date;
  address: string | null;
  requestId: string | null;
  email: string | null;
  count: number;
}

let batch = new Map<string, Collected>();
let dropped = new Map<EventKind, number>();
let droppedReportedAt = -Infinity;
let storing: Promise<void> | null = null;
let stopWaiting = new AbortController();
const listeners = new Set<(line: EventLine) => void>();

/** An event as it is logged. Its address is shortened at once, because logs are not shortened later. */
export interface EventLine {
  level: StoredEvent["level"];
  event: EventKind;
  [field: string]: unknown;
}

/** Calls `listener` with every event of this process. @returns a function that unsubscribes */
export function onEvent(listener: (line: EventLine) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The origin of an event, if it is not the current request. */
interface Origin {
  address?: string;
  requestId?: string;
  /** The email address that was typed. Its hash is stored as `account`. */
  email?: string;
}

/** Records an event. Cheap, and never throws. */
export function recordEvent(event: Event, origin: Origin = {}): void {
  const request = currentRequest();
  const address = origin.address ?? request?.address ?? "unknown";
  const email = origin.email ?? null;
  const key = JSON.stringify([event, address, email]);
  const known = batch.get(key);
  if (known) known.count += 1;
  else if (!budgets[eventKinds[event.kind].level].take(Date.now())) {
    dropped.set(event.kind, (dropped.get(event.kind) ?? 0) + 1);
  } else {
    batch.set(key, {
      event,
      at: new Date(),
      address: address === "unknown" ? null : address,
      requestId: origin.requestId ?? request?.requestId ?? null,
      email,
      count: 1,
    });
  }
  storing ??= storeUntilEmpty().finally(() => (storing = null));
}

/**
 * Says who acted on an account, for its event.
 * @param administratorId the account of the administrator who did it in the browser; otherwise it was by command
 */
export const actedBy = (administratorId: string | undefined) =>
  administratorId === undefined
    ? { by: "operator" as const }
    : { by: "administrator" as const, administrator: administratorId };

/**
 * Records that a rate limit was exceeded.
 * @param key what the limit counts: a user's id, an address, an engine with a user's id, or an email
 *   address with an address
 */
export function recordLimitExceeded(limit: LimitName, key: string): void {
  const [email] = /^\S+@\S+/.exec(key) ?? [];
  const [user] = /\b[0-9a-f]{24}$/.exec(key) ?? [];
  recordEvent({ kind: "limit-exceeded", limit, ...(user && { user }) }, email ? { email } : {});
}

/** Logs and stores the collected events at once. */
export async function storeCollectedEvents(): Promise<void> {
  stopWaiting.abort();
  await storing;
  stopWaiting = new AbortController();
}

async function storeUntilEmpty(): Promise<void> {
  while (batch.size || dropped.size) {
    await delay(BATCH_MS, undefined, { signal: stopWaiting.signal, ref: false }).catch(() => {});
    const isLast = stopWaiting.signal.aborted;
    const collected = [...batch.values(), ...droppedEvents(isLast)];
    batch = new Map();
    await store(collected).catch(reportWarning("events could not be stored"));
  }
}

/** @returns an event with the number of dropped events, if there are any and it is time to report them */
function droppedEvents(isLast: boolean): Collected[] {
  const now = Date.now();
  const isTime = isLast || Math.abs(now - droppedReportedAt) >= DROPPED_MS;
  if (!dropped.size || !isTime) return [];
  const event: Event = { kind: "events-dropped", dropped: Object.fromEntries(dropped) };
  dropped = new Map();
  droppedReportedAt = now;
  return [{ event, at: new Date(), address: null, requestId: null, email: null, count: 1 }];
}

async function store(collected: readonly Collected[]): Promise<void> {
  const events = await Promise.all(collected.map(toStored));
  for (const event of events) for (const listener of listeners) listener(lineOf(event));
  await addEvents(events);
  await forgetDeleted(events);
}

async function toStored(collected: Collected): Promise<StoredEvent> {
  const { event, address, at, requestId, count } = collected;
  const account = await accountOf(collected);
  const { user, details } = parseEvent({ ...event, ...(account && { account }) } as Event);
  const keepsWhole = environment().EVENT_ADDRESS_DAYS > 0;
  return {
    kind: event.kind,
    level: eventKinds[event.kind].level,
    at,
    user,
    requestId,
    count,
    details,
    address: address && (keepsWhole ? address : shortenAddress(address)),
    hasWholeAddress: address !== null && keepsWhole,
  };
}

/**
 * Returns a hash of the typed email, which tells repeated attempts on one unknown email from attempts on many. Its
 * key is deleted after a day, so that the email cannot be found by brute force.
 */
async function accountOf({ email, at }: Collected): Promise<string | undefined> {
  if (!email) return undefined;
  // The event is useful without the hash, too, if the database is unavailable.
  const key = await dayKey(dayOf(at)).catch(() => null);
  return key ? createHmac("sha256", key).update(email).digest("base64url") : undefined;
}

function lineOf({ kind, level, user, address, requestId, count, at, details }: StoredEvent) {
  return {
    level,
    event: kind,
    at: at.toISOString(),
    ...(user && { user }),
    ...(address && { address: shortenAddress(address) }),
    ...(requestId && { requestId }),
    ...(count > 1 && { count }),
    ...details,
  } satisfies EventLine;
}

/** Removes accounts from events if they were deleted while the events were being collected. */
async function forgetDeleted(events: readonly StoredEvent[]): Promise<void> {
  const named = events.filter(({ kind, user }) => user && kind !== "account-deleted");
  const users = [...new Set(named.map(({ user }) => user!))];
  if (!users.length) return;
  const existing = await findExistingUsers(users);
  const gone = users.filter((user) => !existing.has(user));
  if (gone.length) await forgetUsersInEvents(gone);
}
