import type { Mention } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { decodeMention, type StoredMention } from "~/models/mention-row";

/** A mention, and a sketch of the document by which near-copies are found. */
export interface SketchedMention {
  mention: Mention;
  sketch: Sketch;
}

export interface DecodedBatch {
  number: number;
  /** Author ids by article id. */
  articles: Map<string, string>;
  authors: string[];
}

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  /** Those that were decoded and not weighed yet, by number. */
  private readonly batches = new Map<number, StoredMention[]>();
  private decoded = 0;

  /** @param take is given each mention with what its document and its author count for */
  constructor(private readonly take: (mention: Mention, sketch: Sketch) => void) {}

  /**
   * @param rows of a batch, in BSON
   * @returns the number of the batch, the articles among its documents, which have a weight, with their authors, and
   *   all authors
   */
  decode(rows: readonly Uint8Array[]): DecodedBatch {
    const batch = rows.map(decodeMention);
    const number = (this.decoded += 1);
    this.batches.set(number, batch);
    const articles = batch.filter(({ kind }) => kind === "article");
    return {
      number,
      articles: new Map(articles.map(({ document, author }) => [document, author])),
      authors: [...new Set(batch.map(({ author }) => author))],
    };
  }

  /**
   * @param number of a batch that was decoded
   * @param weights of its articles; every other document counts for 1
   * @param trusts in authors; what others write, and those without any trust, weighs nothing
   */
  weigh(
    number: number,
    weights: ReadonlyMap<string, number>,
    trusts: ReadonlyMap<string, number>,
  ): void {
    const batch = this.batches.get(number) ?? [];
    for (const { sketch, method: _, ...mention } of batch) {
      const trust = trusts.get(mention.author) ?? 0;
      if (trust <= 0) continue;
      const weight = weights.get(mention.document) ?? 1;
      this.take({ ...mention, weight, trust }, sketch);
    }
    this.batches.delete(number);
  }

  /** Takes mentions that come from elsewhere. */
  add(mentions: readonly SketchedMention[]): void {
    for (const { mention, sketch } of mentions) this.take(mention, sketch);
  }
}
