import {
  countedMentions,
  inOrder,
  type Mention,
  type UnlistedCounts,
} from "~/domain/sentiment/mention";
import { findCopies, type ComparedDocument, type Sketch } from "~/domain/sentiment/near-copies";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeSentiment, type Sentiment } from "~/domain/sentiment/sentiment";

/** A mention, and the sketch of its document that is used to find near-copies. */
export interface SketchedMention extends Mention {
  sketch: Sketch;
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

/** Computes a sentiment in a worker thread, which receives and returns many mentions in batches. */
export class SentimentCalculation {
  private readonly recent = new RecentMentions();
  private readonly documents = new Map<string, ComparedDocument>();
  private inputs: MentionInput[] = [];

  add(mentions: readonly SketchedMention[]): void {
    for (const { sketch, ...mention } of mentions) {
      this.recent.add(mention);
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

  private markCopies(mentions: readonly Mention[]): void {
    const kept = new Set(mentions.map(({ document }) => document));
    const documents = [...this.documents.values()].filter(({ document }) => kept.has(document));
    const copies = findCopies(documents);
    for (const mention of mentions) mention.isCopy = copies.has(mention.document);
  }
}
