/** Reads the mentions of a week, weighed for the sentiment calculation. */
import { readMentions, type StoredMention, type Window } from "~/models/mention.server";
import { rescoreOutdated } from "./mentions.server";
import type { SketchedMention } from "../scoring/sentiment-calculation";
import { openTrust, openTrustAt, type TrustReading } from "./trust.server";
import type { ArticleSupport } from "~/domain/sentiment/effects";
import { documentWeight } from "~/domain/sentiment/sentiment";
import { findOtherCommenters } from "~/models/comment.server";
import { findOtherUpvoters } from "~/models/upvote.server";

/** Mentions per batch, few enough that other requests are served in between. */
const BATCH_SIZE = 125;

export interface Gathering {
  /** Reads only texts that are at least `SCHEDULED_TEXT_HOURS` old. */
  bySchedule?: boolean;
  /** Uses the trust, upvotes and comments at the end of the window. */
  asOfThen?: boolean;
  /** Opened for this if omitted. */
  trust?: TrustReading;
  signal?: AbortSignal;
}

/** @returns the stored trust, or that at the end of the window */
export const openTrustOf = (
  { to }: Window,
  { asOfThen, signal }: Gathering,
): Promise<TrustReading> => (asOfThen ? openTrustAt(to, signal) : openTrust(signal));

/**
 * Yields the mentions in documents written in a time window, in batches, with the weights of their documents and the
 * trust in their authors. Mentions scored by an older method are scored again first, and those by authors without a
 * proven address are left out.
 */
export async function* gatherMentions(
  window: Window,
  { asOfThen = false, signal, trust }: Gathering = {},
): AsyncGenerator<SketchedMention[], void, undefined> {
  await rescoreOutdated(window, signal);
  const { of: readTrust } = trust ?? (await openTrustOf(window, { asOfThen, signal }));
  /** By author; `null` for those without a proven address. */
  const trusts = new Map<string, number | null>();
  const readAll: TrustReading["of"] = async (ids) => {
    const unread = [...new Set(ids)].filter((id) => !trusts.has(id));
    const found = await readTrust(unread);
    for (const id of unread) trusts.set(id, found.get(id) ?? null);
    return new Map(ids.flatMap((id) => [[id, trusts.get(id) ?? 0]]));
  };
  const weigh = async (mentions: readonly StoredMention[]): Promise<SketchedMention[]> => {
    const articles = mentions.filter(({ kind }) => kind === "article");
    const [weights] = await Promise.all([
      weighArticles(
        new Map(articles.map(({ document, author }) => [document, author])),
        readAll,
        asOfThen ? window.to : undefined,
      ),
      readAll(mentions.map(({ author }) => author)),
    ]);
    return mentions.flatMap(({ method: _, ...mention }) => {
      const authorTrust = trusts.get(mention.author) ?? null;
      if (authorTrust === null) return [];
      const { weight, ...more } = weights.get(mention.document) ?? { weight: 1 };
      return [{ ...mention, ...more, weight, trust: authorTrust, isCopy: false }];
    });
  };
  let batch: StoredMention[] = [];
  for await (const mention of readMentions(window)) {
    batch.push(mention);
    if (batch.length < BATCH_SIZE) continue;
    signal?.throwIfAborted();
    yield await weigh(batch);
    batch = [];
  }
  yield await weigh(batch);
}

/**
 * @param authors author ids by article id
 * @param readTrust returns the trust in people
 * @param before if given, only upvotes and comments from before this date count
 * @returns the weights of the articles by id, and from whom they come where comments add to them
 */
export async function weighArticles(
  authors: ReadonlyMap<string, string>,
  readTrust: TrustReading["of"],
  before?: Date,
): Promise<Map<string, { weight: number; support?: ArticleSupport }>> {
  const [upvoters, commenters] = await Promise.all([
    findOtherUpvoters(authors, before),
    findOtherCommenters(authors, before),
  ]);
  const trusts = await readTrust([...upvoters.values(), ...commenters.values()].flat());
  const trustIn = (id: string) => trusts.get(id) ?? 0;
  const sumOf = (people: readonly string[]) => people.reduce((sum, id) => sum + trustIn(id), 0);
  return new Map(
    [...authors.keys()].map((id) => {
      const others = commenters.get(id) ?? [];
      const upvoted = sumOf(upvoters.get(id) ?? []);
      const trusted = others.filter(trustIn).map((one) => [one, trustIn(one)] as const);
      const weight = documentWeight(upvoted, sumOf(others));
      const support = { upvoters: upvoted, commenters: trusted };
      return [id, { weight, ...(trusted.length && { support }) }];
    }),
  );
}
