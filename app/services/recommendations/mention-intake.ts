import type { Mention } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { decodeMention, type StoredMention } from "~/models/mention-row";

/** A mention, and a sketch of the document by which near-copies are found. */
export interface SketchedMention {
  mention: Mention;
  sketch: Sketch;
}

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  private batch: StoredMention[] = [];

  /** @param take is given each mention with what its document and its author count for */
  constructor(private readonly take: (mention: Mention, sketch: Sketch) => void) {}

  /**
   * @param rows of a batch, in BSON
   * @returns the articles among their documents, which have a weight, with their authors, and all authors
   */
  decode(rows: readonly Uint8Array[]): { articles: Map<string, string>; authors: string[] } {
    this.batch = rows.map(decodeMention);
    const articles = this.batch.filter(({ kind }) => kind === "article");
    return {
      articles: new Map(articles.map(({ document, author }) => [document, author])),
      authors: [...new Set(this.batch.map(({ author }) => author))],
    };
  }

  /**
   * @param weights of articles of the batch that was decoded; every other document counts for 1
   * @param trusts in authors; what others write, and those without any trust, weighs nothing
   */
  weigh(weights: ReadonlyMap<string, number>, trusts: ReadonlyMap<string, number>): void {
    for (const { document, kind, token, author, p, createdAt, sketch } of this.batch) {
      const trust = trusts.get(author) ?? 0;
      if (trust <= 0) continue;
      const weight = weights.get(document) ?? 1;
      this.take({ document, kind, token, author, p, weight, createdAt, trust }, sketch);
    }
    this.batch = [];
  }

  /** Takes mentions that come from elsewhere. */
  add(mentions: readonly SketchedMention[]): void {
    for (const { mention, sketch } of mentions) this.take(mention, sketch);
  }
}
