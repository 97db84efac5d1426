import { packRows, type PackedRows } from "~/models/packed-rows";
import {
  countedOf,
  groupByToken,
  type Mention,
  type Said,
  type UnlistedCounts,
} from "~/domain/sentiment/mention";
import { findCopies, type ComparedDocument } from "~/domain/sentiment/near-copies";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeGrouped, type Sentiment } from "~/domain/sentiment/sentiment";
import { canonicalLines, RowDigest } from "../ledger/canonical";
import { MentionIntake } from "./mention-intake";

/** A mention as it is kept with the recommendation. */
export interface MentionInput extends Mention {
  /** Whether it is among its author's newest about the token, and so in the sum. */
  isCounted: boolean;
}

/** What some mentions come to. */
export interface CalculatedSentiment {
  calculation: Sentiment;
  /** How many mentions of each token there were beside the inputs. */
  unlisted: UnlistedCounts;
  /** The mentions it was computed from, a `MentionInput` each. */
  inputs: PackedRows;
  /** Their `RowDigest`. */
  inputsDigest: string;
}

/** What can be prepared before it is known what the articles count for. */
interface Gathered {
  byToken: ReadonlyMap<string, readonly Mention[]>;
  said: ReadonlyMap<string, Said>;
  counted: ReadonlySet<Mention>;
}

/** Computes a sentiment in a worker thread. */
export class SentimentCalculation extends MentionIntake {
  private readonly recent: RecentMentions;
  /** By document id. */
  private readonly documents: Map<string, ComparedDocument>;
  private gathered: Gathered | null = null;

  constructor() {
    const recent = new RecentMentions();
    const documents = new Map<string, ComparedDocument>();
    let last = "";
    super((mention, sketch) => {
      recent.add(mention);
      const { document, author, trust = 0, createdAt } = mention;
      // The mentions of a document come one after the other.
      if (document === last) return;
      last = document;
      documents.set(document, { document, author, trust, createdAt, sketch });
    });
    this.recent = recent;
    this.documents = documents;
  }

  /** Does what does not depend on what the articles count for, while that is looked up. */
  override close(): void {
    const byToken = this.recent.kept();
    const mentions = [...byToken.values()].flat();
    this.markCopies(mentions);
    const said = groupByToken(mentions);
    this.gathered = { byToken, said, counted: new Set(countedOf(said)) };
  }

  /** @returns what the mentions come to @throws before `close` */
  async compute(): Promise<CalculatedSentiment> {
    if (!this.gathered) throw new Error("a sentiment is computed after close()");
    const { byToken, said, counted } = this.gathered;
    const { unlisted } = this.recent;
    const calculation = computeGrouped(said, unlisted);
    const digest = new RowDigest();
    // In the order of the calculation, token after token.
    const ordered = calculation.tokens.flatMap(({ token }) => byToken.get(token) ?? []);
    const inputs = await packRows(ordered, (some) => {
      const lines = canonicalLines(some.map((mention) => toInput(mention, counted.has(mention))));
      digest.add(lines);
      return `[${lines.replaceAll("\n", ",")}]`;
    });
    return { calculation, unlisted, inputs, inputsDigest: digest.result() };
  }

  private markCopies(mentions: readonly Mention[]): void {
    const copies = findCopies(this.documentsOf(mentions));
    for (const mention of mentions) {
      mention.isCopy = copies.size > 0 && copies.has(mention.document);
    }
  }

  /** @returns the documents of these mentions, which are some of those taken */
  private documentsOf(mentions: readonly Mention[]): ComparedDocument[] {
    if (this.recent.areAllKept) return [...this.documents.values()];
    const kept = new Set(mentions.map(({ document }) => document));
    return [...this.documents.values()].filter(({ document }) => kept.has(document));
  }
}

/** The fields are in the order of canonical JSON, so that they need not be sorted for each of a hundred thousand. */
function toInput(mention: Mention, isCounted: boolean): MentionInput {
  const { author, createdAt, document, isCopy, kind, p, textHash, token, trust, weight } = mention;
  return textHash === undefined
    ? { author, createdAt, document, isCopy, isCounted, kind, p, token, trust, weight }
    : { author, createdAt, document, isCopy, isCounted, kind, p, textHash, token, trust, weight };
}
