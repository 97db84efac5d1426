/** Who is trusted: computed once a day from the members and from whom people support with their upvotes. */
import { setTimeout as delay } from "node:timers/promises";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { ENOUGH_ADMITTED_MEMBERS, SUPPORT_DAYS, type Trust } from "~/domain/sentiment/trust";
import { findCounts } from "~/models/article-counts.server";
import {
  findTrust,
  findTrustComputation,
  replaceTrust,
  type TrustFacts,
} from "~/models/trust.server";
import { readUpvotes, type ListedUpvote } from "~/models/upvote.server";
import { findProvenUsers, readMembers } from "~/models/user.server";
import type { TrustedPerson } from "../scoring/trust-calculation";
import { underLock } from "../jobs/hold-lock.server";
import { onceADay } from "../jobs/once-a-day.server";
import { inWorker } from "../worker/worker.server";

/** Upvotes or people per batch, few enough that other requests are served in between. */
const BATCH_SIZE = 200;
/** How often to check whether another process has computed trust. */
const POLL_MS = 250;

/** One computation of trust. */
export interface TrustReading {
  facts: TrustFacts;
  /** @returns by id, the trust in those who have a proven address, from 0 to 1; the others are left out */
  of: (ids: readonly string[]) => Promise<Map<string, number>>;
}

/**
 * Computes the trust in everybody and stores it.
 * @returns what it was computed from, or `null` if another process computes it
 */
export const refreshTrust = (stopping?: AbortSignal): Promise<TrustFacts | null> =>
  underLock("trust", stopping, (signal) =>
    computeTrust(new Date(), signal, async (facts, people) => {
      await replaceTrust(people, facts);
      return facts;
    }),
  );

/** Refreshes trust once a day. @returns as `onceADay` does */
export const refreshTrustDaily = (stopping?: AbortSignal): Promise<TrustFacts | null> =>
  onceADay("trust", ({ signal }) => refreshTrust(signal), stopping);

/** What the stored trust says of one person; `null` where they have none. */
export interface OwnTrust {
  own: Trust | null;
  facts: TrustFacts;
}

/** @returns the stored trust in a person, for that person alone, or `null` if trust was never computed */
export async function readOwnTrust(id: string): Promise<OwnTrust | null> {
  const current = await findTrustComputation();
  if (!current) return null;
  const [own = null] = await findTrust(current.id, [id]);
  return { own, facts: current.facts };
}

/** Opens the stored computation of trust. If trust was never computed, that is done first. */
export async function openTrust(signal?: AbortSignal): Promise<TrustReading> {
  for (;;) {
    const current = await findTrustComputation();
    if (current) {
      const { id, facts } = current;
      return { facts, of: (ids) => amongProven(ids, () => findTrust(id, ids)) };
    }
    if (!(await refreshTrust(signal))) await delay(POLL_MS, undefined, { signal });
  }
}

/** Computes trust as it was at a time, from today's members and upvotes that were so then. It is not stored. */
export const openTrustAt = (at: Date, signal?: AbortSignal): Promise<TrustReading> =>
  computeTrust(at, signal, async (facts, people) => {
    const all = new Map<string, TrustedPerson>();
    for await (const batch of people) for (const person of batch) all.set(person.id, person);
    const find = (ids: readonly string[]) => ids.flatMap((id) => all.get(id) ?? []);
    return { facts, of: (ids) => amongProven(ids, () => find(ids)) };
  });

async function amongProven(
  ids: readonly string[],
  find: () => Promise<readonly TrustedPerson[]> | readonly TrustedPerson[],
): Promise<Map<string, number>> {
  const [proven, found] = await Promise.all([findProvenUsers(ids), find()]);
  const trusts = new Map(found.map(({ id, trust }) => [id, trust]));
  return new Map([...proven].map((id) => [id, trusts.get(id) ?? 0]));
}

/** Computes trust in a worker thread. @param use is given all people who have any trust, in batches */
const computeTrust = <Result>(
  at: Date,
  signal: AbortSignal | undefined,
  use: (facts: TrustFacts, people: AsyncIterable<TrustedPerson[]>) => Promise<Result>,
): Promise<Result> =>
  inWorker(
    "trust",
    async (job) => {
      let upvotes = 0;
      for await (const pairs of readSupport(at)) {
        signal?.throwIfAborted();
        upvotes += pairs.length;
        await job.add(pairs);
      }
      const { roots, areGrants } = await readRoots(at);
      const people = await job.compute(roots);
      async function* readPeople() {
        for (let from = 0; from < people; from += BATCH_SIZE) {
          signal?.throwIfAborted();
          yield await job.readPeople(from, from + BATCH_SIZE);
        }
        signal?.throwIfAborted();
      }
      const facts = { computedAt: at, roots: roots.length, areGrants, people, upvotes };
      return use(facts, readPeople());
    },
    signal,
  );

/** @returns the members admitted by vote; if these are too few, also those whom an operator made members */
async function readRoots(at: Date): Promise<{ roots: string[]; areGrants: boolean }> {
  const members: { id: string; isAdmittedByVote: boolean }[] = [];
  for await (const member of readMembers(at)) members.push(member);
  const admitted = members.filter(({ isAdmittedByVote }) => isAdmittedByVote);
  const roots = admitted.length < ENOUGH_ADMITTED_MEMBERS ? members : admitted;
  return { roots: roots.map(({ id }) => id), areGrants: roots.length > admitted.length };
}

type SupportPair = [supporter: string, author: string];

/** Yields supporter and author of each upvote that counts as support at a time, in batches. */
async function* readSupport(at: Date): AsyncGenerator<SupportPair[], void, undefined> {
  const proven = new Map<string, boolean>();
  let batch: ListedUpvote[] = [];
  const from = subMilliseconds(at, SUPPORT_DAYS * millisecondsInDay);
  for await (const upvote of readUpvotes({ from, to: at })) {
    batch.push(upvote);
    if (batch.length < BATCH_SIZE) continue;
    yield await supportIn(batch, proven);
    batch = [];
  }
  yield await supportIn(batch, proven);
}

/** @param proven whether people have a proven address, as far as that is known; is added to */
async function supportIn(
  upvotes: readonly ListedUpvote[],
  proven: Map<string, boolean>,
): Promise<SupportPair[]> {
  const articles = await findCounts([...new Set(upvotes.map(({ textId }) => textId))]);
  const authors = new Map(articles.map(({ id, authorId }) => [id, authorId]));
  const people = new Set([...authors.values(), ...upvotes.map(({ userId }) => userId)]);
  const unknown = [...people].filter((id) => !proven.has(id));
  const found = await findProvenUsers(unknown);
  for (const id of unknown) proven.set(id, found.has(id));
  return upvotes.flatMap(({ textId, userId }): SupportPair[] => {
    const author = authors.get(textId);
    const counts = author && author !== userId && proven.get(author) && proven.get(userId);
    return counts ? [[userId, author]] : [];
  });
}
