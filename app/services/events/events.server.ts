/**
 * Events are logged and stored once a second, behind the answers: no request waits for one, or fails by
 * one. What is the same within a second is one event with a count. A flood is bounded: beyond a budget,
 * events are only counted, and once a minute it is told how many were dropped.
 */
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { environment } from "~/config/env.server";
import { dayOf } from "~/domain/calendar-days";
import { tokenBucket } from "~/domain/token-bucket";
import { addEvents, forgetUsersInEvents, type StoredEvent } from "~/models/event.server";
import type { LimitName } from "~/models/rate-limits.server";
import { findExistingUsers } from "~/models/user.server";
import { dayKey } from "~/models/view.server";
import { eventKinds, parseEvent, type Event, type EventKind } from "~/schemas/events";
import { reportWarning } from "../warnings.server";
import { currentRequest } from "./request-context.server";
import { shortenAddress } from "./shorten-address.server";

const BATCH_MS = 1_000;
const DROPPED_MS = 60_000;
/**
 * How many different events a process keeps at once, and then a second. What is refused has less, and of
 * its own, so that a flood of it neither fills the log nor crowds out what was done.
 */
const budgets = { info: tokenBucket(1_000, 50), warn: tokenBucket(200, 5) };

interface Collected {
  event: Event;
  at: Date;
  address: string | null;
  requestId: string | null;
  /** Hashed before it goes anywhere. */
  email: string | null;
  count: number;
}

let batch = new Map<string, Collected>();
let dropped = new Map<EventKind, number>();
let droppedToldAt = -Infinity;
let storing: Promise<void> | null = null;
let stopWaiting = new AbortController();
const listeners = new Set<(line: EventLine) => void>();

/** An event for the log: its address is shortened, since nobody shortens a log later. */
export interface EventLine {
  level: StoredEvent["level"];
  event: EventKind;
  [field: string]: unknown;
}

/** Calls `listener` with every event of this process. @returns a function that stops it */
export function onEvent(listener: (line: EventLine) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where an event comes from, if not from the request that is being answered. */
interface Origin {
  address?: string;
  requestId?: string;
  /** The email address that was typed: a hash of it is kept as `account`. */
  email?: string;
}

/** Tells of an event. Costs next to nothing and never throws. */
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
 * Tells that a limit was exceeded.
 *
 * @param key what the limit counts: a user's id, an address, an engine with a user's id, or an email
 *   address with an address
 */
export function recordLimitExceeded(limit: LimitName, key: string): void {
  const [email] = /^\S+@\S+/.exec(key) ?? [];
  const [user] = /\b[0-9a-f]{24}$/.exec(key) ?? [];
  recordEvent({ kind: "limit-exceeded", limit, ...(user && { user }) }, email ? { email } : {});
}

/** Logs and stores what has been collected, now. */
export async function storeCollectedEvents(): Promise<void> {
  stopWaiting.abort();
  await storing;
  stopWaiting = new AbortController();
}

async function storeUntilEmpty(): Promise<void> {
  while (batch.size || dropped.size) {
    await wait(BATCH_MS, undefined, { signal: stopWaiting.signal, ref: false }).catch(() => {});
    const isLast = stopWaiting.signal.aborted;
    const collected = [...batch.values(), ...droppedEvents(isLast)];
    batch = new Map();
    await store(collected).catch(reportWarning("events could not be stored"));
  }
}

/** @returns one event that tells how many were dropped, if there are any and it is time for that */
function droppedEvents(isLast: boolean): Collected[] {
  const now = Date.now();
  const isTime = isLast || Math.abs(now - droppedToldAt) >= DROPPED_MS;
  if (!dropped.size || !isTime) return [];
  const event: Event = { kind: "events-dropped", dropped: Object.fromEntries(dropped) };
  dropped = new Map();
  droppedToldAt = now;
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
    ...{ kind: event.kind, level: eventKinds[event.kind].level },
    ...{ at, user, requestId, count, details },
    address: address && (keepsWhole ? address : shortenAddress(address)),
    hasWholeAddress: address !== null && keepsWhole,
  };
}

/**
 * Tells attempts on one unknown address from attempts on many, on one day. Its key is deleted after that,
 * so nobody can find the address by trying.
 */
async function accountOf({ email, at }: Collected): Promise<string | undefined> {
  if (!email) return undefined;
  // The event is worth its line without it, too: the database may be away.
  const key = await dayKey(dayOf(at)).catch(() => null);
  return key ? createHmac("sha256", key).update(email).digest("base64url") : undefined;
}

function lineOf({ kind, level, user, address, requestId, count, at, details }: StoredEvent) {
  return {
    ...{ level, event: kind, at: at.toISOString() },
    ...(user && { user }),
    ...(address && { address: shortenAddress(address) }),
    ...(requestId && { requestId }),
    ...(count > 1 && { count }),
    ...details,
  } satisfies EventLine;
}

/** An account may have been deleted while what it did before was still being collected. */
async function forgetDeleted(events: readonly StoredEvent[]): Promise<void> {
  const named = events.filter(({ kind, user }) => user && kind !== "account-deleted");
  const users = [...new Set(named.map(({ user }) => user!))];
  if (!users.length) return;
  const existing = await findExistingUsers(users);
  const gone = users.filter((user) => !existing.has(user));
  if (gone.length) await forgetUsersInEvents(gone);
}
