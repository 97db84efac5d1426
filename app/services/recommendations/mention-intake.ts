import type { Mention } from "~/domain/sentiment/sentiment";
import { decodeMention, type StoredMention } from "~/models/mention-row";

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  private batch: StoredMention[] = [];

  /** @param take is given each mention with what its document counts for */
  constructor(private readonly take: (mention: Mention) => void) {}

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
   * @param unproven authors whose address is not proven: what they write weighs nothing
   */
  weigh(weights: ReadonlyMap<string, number>, unproven: ReadonlySet<string>): void {
    for (const { document, kind, token, author, p, createdAt } of this.batch) {
      if (unproven.has(author)) continue;
      const weight = weights.get(document) ?? 1;
      this.take({ document, kind, token, author, p, weight, createdAt });
    }
    this.batch = [];
  }

  /** Takes mentions that come from elsewhere. */
  add(mentions: readonly Mention[]): void {
    for (const mention of mentions) this.take(mention);
  }
}
