import { Copies, type ComparedDocument } from "~/domain/sentiment/copies";
import { Effects, type ArticleSupport, type AuthorEffect } from "~/domain/sentiment/effects";
import { priceOfManipulation, type PriceOfManipulation } from "~/domain/sentiment/manipulation";
import {
  countedMentions,
  inOrder,
  type Mention,
  type UnlistedCounts,
} from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeSentiment, type Sentiment } from "~/domain/sentiment/sentiment";

/** A mention, and what the calculation needs of its document besides. */
export interface SketchedMention extends Mention {
  /** Used to find near-copies. */
  sketch: Sketch;
  /** From whom the weight of an article comes; absent if no comment adds to it. */
  support?: ArticleSupport;
}

/**
 * A mention as stored with a recommendation. The rows are sorted by `inOrder`, and all sums of the calculation run in
 * this order over the counted rows: those over authors in the order of each author's first row. So it can be
 * recomputed to the last digit from the rows alone, whatever the ids of authors and documents are replaced by.
 */
export interface MentionInput extends Mention {
  /** Whether it is one of its author's newest about the token, and so included in the sum. */
  isCounted: boolean;
}

export interface CalculatedSentiment {
  calculation: Sentiment;
  /** The number of mentions of each token beyond the inputs. */
  unlisted: UnlistedCounts;
  inputs: number;
}

/** What a calculation says about the effects of authors, besides the effect of each. */
export interface ComputedEffects {
  price: PriceOfManipulation;
  /** How many authors have an effect. */
  count: number;
}

/** Computes a sentiment in a worker thread, which receives and returns many mentions in batches. */
export class SentimentCalculation {
  private readonly recent = new RecentMentions();
  private readonly documents = new Map<string, ComparedDocument>();
  private readonly support = new Map<string, ArticleSupport>();
  private copies: Copies | undefined;
  private inputs: MentionInput[] = [];
  private effects: AuthorEffect[] = [];

  add(mentions: readonly SketchedMention[]): void {
    for (const { sketch, support, ...mention } of mentions) {
      this.recent.add(mention);
      if (support) this.support.set(mention.document, support);
      const { document, author, trust, createdAt } = mention;
      this.documents.set(document, { document, author, trust, createdAt, sketch });
    }
  }

  compute(): CalculatedSentiment {
    const mentions = this.recent.kept().sort(inOrder);
    this.markCopies(mentions);
    const counted = new Set(countedMentions(mentions));
    const { unlisted } = this.recent;
    const calculation = computeSentiment(mentions, unlisted);
    this.inputs = mentions.map((mention) => ({ ...mention, isCounted: counted.has(mention) }));
    return { calculation, unlisted, inputs: this.inputs.length };
  }

  /** @returns the mentions that the sentiment was computed from, from one index (inclusive) to another (exclusive) */
  readInputs(from: number, to: number): MentionInput[] {
    return this.inputs.slice(from, to);
  }

  /** Adds the stored inputs of an earlier calculation, from which only effects are computed. */
  addInputs(inputs: readonly MentionInput[]): void {
    for (const input of inputs) this.inputs.push(input);
  }

  /** Computes the effects of all authors on an allocation. @param allocation what was computed from the inputs */
  computeEffects(allocation: Readonly<Record<string, number>>): ComputedEffects {
    const { inputs: mentions, copies, support } = this;
    const effects = new Effects({ mentions, copies, support }, allocation);
    this.effects = effects.authors().flatMap((author) => effects.of(author) ?? []);
    const tokens = [...new Set(mentions.map(({ token }) => token))];
    return {
      price: priceOfManipulation(effects.summed, allocation, tokens),
      count: this.effects.length,
    };
  }

  /** @returns the effects from one index (inclusive) to another (exclusive) */
  readEffects(from: number, to: number): AuthorEffect[] {
    return this.effects.slice(from, to);
  }

  private markCopies(mentions: readonly Mention[]): void {
    const kept = new Set(mentions.map(({ document }) => document));
    const documents = [...this.documents.values()].filter(({ document }) => kept.has(document));
    this.copies = new Copies(documents);
    const copies = this.copies.ids();
    for (const mention of mentions) mention.isCopy = copies.has(mention.document);
  }
}
