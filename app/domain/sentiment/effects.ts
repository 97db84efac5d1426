/**
 * Which words moved the money: what an allocation would have been without what one author wrote, for every author of
 * the week. docs/engines.md says what "without" means.
 */
import { differenceOf, largestOf } from "../allocation";
import type { Copies } from "./copies";
import { countedMentions, type Mention } from "./mention";
import { computeSentiment, documentWeight, meanOf } from "./sentiment";
import { SummedWeek } from "./summed-week";

/** From whom the weight of an article comes. */
export interface ArticleSupport {
  /** The sum of the trust in other people who upvoted it. */
  upvoters: number;
  /** The other people who commented on it and are trusted, in the order in which their trust is summed. */
  commenters: readonly (readonly [id: string, trust: number])[];
}

/** What an allocation was computed from. */
export interface WrittenWeek {
  /** Sorted by `inOrder`, with `isCopy` as the calculation found it. */
  mentions: readonly Mention[];
  /** The copies among their documents; without this, what is a copy stays one whoever is left out. */
  copies?: Copies;
  /** By article; the weights of others do not depend on who is left out. */
  support?: ReadonlyMap<string, ArticleSupport>;
}

export interface AuthorEffect {
  author: string;
  /** By asset, the share with the author's texts minus the share without, in percentage points; none of them is 0. */
  points: Record<string, number>;
  /** The largest of these, without its sign. */
  size: number;
  /** The author's newest mention of each token, in the order of the symbols, by its number among all of them. */
  mentions: { token: string; number: number }[];
}

/** An author's mentions of a token. */
interface Voice {
  token: string;
  author: string;
  trust: number;
  mentions: Mention[];
  /** What the author says of the token; `null` if none of the mentions counts. */
  said: number | null;
}

/** What is different without an author, in the texts of others. */
interface ChangedTexts {
  /** Whether a document is a copy, by id. */
  copies: ReadonlyMap<string, boolean>;
  /** The weight of an article, by id. */
  weights: ReadonlyMap<string, number>;
}

/** The effects of authors on one allocation. */
export class Effects {
  private readonly byAuthor: Map<string, Voice[]>;
  private readonly byDocument: Map<string, Voice[]>;
  /** The articles on which somebody who is trusted commented, by commenter. */
  private readonly commented: Map<string, string[]>;
  /** The number of each mention, from 1. */
  private readonly numberOf: ReadonlyMap<Mention, number>;
  private readonly weightOf = new Map<string, number>();
  /** The same week as sums. */
  readonly summed = SummedWeek.empty();

  /** @param allocation what was computed from the week */
  constructor(
    private readonly week: WrittenWeek,
    private readonly allocation: Readonly<Record<string, number>>,
  ) {
    const voices = voicesIn(week.mentions);
    this.numberOf = new Map(week.mentions.map((mention, i) => [mention, i + 1]));
    this.byAuthor = groupBy(voices, ({ author }) => [author]);
    this.byDocument = groupBy(voices, ({ mentions }) => mentions.map(({ document }) => document));
    for (const { document, weight } of week.mentions) this.weightOf.set(document, weight);
    const { support = new Map<string, ArticleSupport>() } = week;
    this.commented = groupBy(
      [...support.keys()].filter((article) => this.weightOf.has(article)),
      (article) => support.get(article)!.commenters.map(([id]) => id),
    );
    for (const own of this.byAuthor.values()) {
      if (own.some(({ said }) => said !== null)) this.summed.addAuthor(own[0]!.trust);
    }
    for (const { token, trust, said } of voices) {
      if (said !== null) this.summed.addSaid(token, trust, said);
    }
  }

  /** @returns the ids of all whose texts may have an effect: of mentions, or by comments on articles */
  authors(): string[] {
    return [...new Set([...this.byAuthor.keys(), ...this.commented.keys()])];
  }

  /** @returns the effect of an author; `null` if the allocation would be the same without the author's texts */
  of(author: string): AuthorEffect | null {
    const points = differenceOf(this.allocation, this.allocationWithout(author));
    const largest = largestOf(points);
    if (!largest) return null;
    const mentions = (this.byAuthor.get(author) ?? []).map((own) => ({
      token: own.token,
      number: this.numberOf.get(own.mentions.at(-1)!)!,
    }));
    return { author, points, size: Math.abs(largest.points), mentions };
  }

  private allocationWithout(author: string): Readonly<Record<string, number>> {
    const texts = this.changedTextsWithout(author);
    const changes = this.changesWithout(author, texts);
    if (!changes.size) return this.allocation;
    const summed = this.summed.copy();
    for (const [{ token, trust, said: before }, said] of changes) {
      if (before !== null) summed.addSaid(token, trust, before, -1);
      if (said !== null) summed.addSaid(token, trust, said);
    }
    for (const changed of new Set([...changes.keys()].map((voice) => voice.author))) {
      const own = this.byAuthor.get(changed)!;
      const was = own.some(({ said }) => said !== null);
      const is = own.some(
        (voice) => (changes.has(voice) ? changes.get(voice) : voice.said) !== null,
      );
      if (was !== is) summed.addAuthor(own[0]!.trust, is ? 1 : -1);
    }
    const { allocation, isCertain } = summed.allocate();
    return isCertain ? allocation : this.computeWithout(author, texts);
  }

  private changedTextsWithout(author: string): ChangedTexts {
    const weights = new Map<string, number>();
    for (const article of this.commented.get(author) ?? []) {
      const { upvoters, commenters } = this.week.support!.get(article)!;
      const others = commenters.filter(([id]) => id !== author);
      const weight = documentWeight(
        upvoters,
        others.reduce((sum, [, trust]) => sum + trust, 0),
      );
      if (weight !== this.weightOf.get(article)) weights.set(article, weight);
    }
    return { copies: this.week.copies?.without(author) ?? new Map(), weights };
  }

  /** @returns what is said in each voice that changes */
  private changesWithout(author: string, texts: ChangedTexts): Map<Voice, number | null> {
    const changes = new Map<Voice, number | null>();
    for (const voice of this.byAuthor.get(author) ?? []) {
      if (voice.said !== null) changes.set(voice, null);
    }
    for (const document of [...texts.copies.keys(), ...texts.weights.keys()]) {
      for (const voice of this.byDocument.get(document) ?? []) {
        if (voice.author === author || changes.has(voice)) continue;
        const said = saidIn(voice.mentions.map((one) => asChanged(one, texts)));
        if (said !== voice.said) changes.set(voice, said);
      }
    }
    return changes;
  }

  /** Computes the allocation anew from all mentions, in the same order as the calculation does. */
  private computeWithout(author: string, texts: ChangedTexts): Record<string, number> {
    const mentions = this.week.mentions
      .filter((one) => one.author !== author)
      .map((one) => asChanged(one, texts));
    return computeSentiment(mentions).allocation;
  }
}

function asChanged(mention: Mention, { copies, weights }: ChangedTexts): Mention {
  const isCopy = copies.get(mention.document) ?? mention.isCopy;
  const weight = weights.get(mention.document) ?? mention.weight;
  const isSame = isCopy === mention.isCopy && weight === mention.weight;
  return isSame ? mention : { ...mention, isCopy, weight };
}

function voicesIn(mentions: readonly Mention[]): Voice[] {
  const voices = groupBy(mentions, ({ token, author }) => [`${token} ${author}`]);
  return [...voices.values()].map((own) => {
    const { token, author, trust } = own[0]!;
    return { token, author, trust, mentions: own, said: saidIn(own) };
  });
}

/** @param mentions those of one token by one author, sorted by `inOrder` */
function saidIn(mentions: readonly Mention[]): number | null {
  const counted = countedMentions(mentions);
  return counted.length ? meanOf(counted) : null;
}

function groupBy<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
