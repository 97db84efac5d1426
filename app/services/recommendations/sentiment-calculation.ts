import { packRows, type PackedRows } from "~/models/packed-rows";
import {
  countedOf,
  groupByToken,
  type Mention,
  type TokenMentions,
  type UnlistedCounts,
} from "~/domain/sentiment/mention";
import { findCopies, type ComparedDocument } from "~/domain/sentiment/near-copies";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeGrouped, type Sentiment } from "~/domain/sentiment/sentiment";
import { canonicalLines, RowDigest } from "../ledger/canonical";
import { MentionIntake } from "./mention-intake";

/** A mention as stored with a recommendation. */
export interface MentionInput extends Mention {
  /** Whether it is one of its author's newest about the token, and so included in the sum. */
  isCounted: boolean;
}

/** The result of a calculation. */
export interface CalculatedSentiment {
  calculation: Sentiment;
  /** The number of mentions of each token beyond the inputs. */
  unlisted: UnlistedCounts;
  /** The mentions it was computed from, as `MentionInput` rows. */
  inputs: PackedRows;
  /** The `RowDigest` of the inputs. */
  inputsDigest: string;
}

/** What can be prepared before the weights of the articles are known. */
interface Gathered {
  byToken: ReadonlyMap<string, readonly Mention[]>;
  said: ReadonlyMap<string, TokenMentions>;
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
      // The mentions of a document follow each other.
      if (document === last) return;
      last = document;
      documents.set(document, { document, author, trust, createdAt, sketch });
    });
    this.recent = recent;
    this.documents = documents;
  }

  /** Does the work that does not depend on the weights of the articles, while these are looked up. */
  override close(): void {
    const byToken = this.recent.kept();
    const mentions = [...byToken.values()].flat();
    this.markCopies(mentions);
    const said = groupByToken(mentions);
    this.gathered = { byToken, said, counted: new Set(countedOf(said)) };
  }

  /** Computes the sentiment from the mentions. @throws Error if `close` has not been called */
  async compute(): Promise<CalculatedSentiment> {
    if (!this.gathered) throw new Error("a sentiment is computed after close()");
    const { byToken, said, counted } = this.gathered;
    const { unlisted } = this.recent;
    const calculation = computeGrouped(said, unlisted);
    const digest = new RowDigest();
    // Grouped by token, in the order of the calculation.
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

  /** @returns the documents of these mentions, which may be only some of all documents */
  private documentsOf(mentions: readonly Mention[]): ComparedDocument[] {
    if (this.recent.areAllKept) return [...this.documents.values()];
    const kept = new Set(mentions.map(({ document }) => document));
    return [...this.documents.values()].filter(({ document }) => kept.has(document));
  }
}

/** Converts a mention. Its fields are in canonical order, because sorting them for each of 100,000 rows takes long. */
function toInput(mention: Mention, isCounted: boolean): MentionInput {
  const { author, createdAt, document, isCopy, kind, p, textHash, token, trust, weight } = mention;
  return textHash === undefined
    ? { author, createdAt, document, isCopy, isCounted, kind, p, token, trust, weight }
    : { author, createdAt, document, isCopy, isCounted, kind, p, textHash, token, trust, weight };
}
