import type { Mention } from "~/domain/sentiment/sentiment";
import { decodeMention, type StoredMention } from "~/models/mention-row";

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  private batch: StoredMention[] = [];

  /** @param take is given each mention with what its document counts for */
  constructor(private readonly take: (mention: Mention) => void) {}

  /**
   * @param rows of a batch, in BSON
   * @returns the articles among their documents, which have a weight, with their authors
   */
  decode(rows: readonly Uint8Array[]): Map<string, string> {
    this.batch = rows.map(decodeMention);
    return new Map(
      this.batch
        .filter(({ kind }) => kind === "article")
        .map(({ document, author }) => [document, author]),
    );
  }

  /** @param weights of articles of the batch that was decoded; every other document counts for 1 */
  weigh(weights: ReadonlyMap<string, number>): void {
    for (const { document, kind, token, author, p, createdAt } of this.batch) {
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
