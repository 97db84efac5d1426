import type { Mention } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { decodeBatch, type MentionBatch } from "~/models/decode-mentions";
import type { StoredMention } from "~/models/mention-row";

/** A mention, and a sketch of the document by which near-copies are found. */
export interface SketchedMention {
  mention: Mention;
  sketch: Sketch;
}

export interface DecodedBatch {
  number: number;
  /** Author ids by article id. */
  articles: Map<string, string>;
  /** Those of whom no earlier batch had anything. */
  newAuthors: string[];
}

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  /** Those that were decoded and not taken yet, by number. */
  private readonly batches = new Map<number, StoredMention[]>();
  private decoded = 0;
  private readonly authors = new Set<string>();
  private readonly trusts = new Map<string, number>();
  /** What was taken of articles, by their ids. */
  private readonly ofArticles = new Map<string, Mention[]>();

  /** @param take is given each mention with what its author counts for; what an article counts for comes later */
  constructor(private readonly take: (mention: Mention, sketch: Sketch) => void) {}

  /**
   * @returns the number of the batch, the articles among its documents, which have a weight, and the authors whose trust
   *   is not known yet
   */
  decode(stored: MentionBatch): DecodedBatch {
    const batch = decodeBatch(stored);
    const number = (this.decoded += 1);
    this.batches.set(number, batch);
    const articles = batch.filter(({ kind }) => kind === "article");
    return {
      number,
      articles: new Map(articles.map(({ document, author }) => [document, author])),
      newAuthors: this.addAuthors(batch),
    };
  }

  /** @returns the authors in a batch that no earlier one had */
  private addAuthors(batch: readonly StoredMention[]): string[] {
    const found: string[] = [];
    for (const { author } of batch) {
      if (this.authors.has(author)) continue;
      this.authors.add(author);
      found.push(author);
    }
    return found;
  }

  /**
   * @param number of a batch that was decoded, and whose earlier ones have been given their trust
   * @param trusts in its new authors; what others write, and those without any trust, weighs nothing
   */
  trust(number: number, trusts: ReadonlyMap<string, number>): void {
    for (const [author, trust] of trusts) this.trusts.set(author, trust);
    // All fields are set from the beginning, since adding one to each of a hundred thousand objects takes long.
    const [weight, isCopy] = [1, false];
    for (const stored of this.batches.get(number) ?? []) {
      const { token, p, author, kind, document, createdAt, textHash, sketch } = stored;
      const trust = this.trusts.get(author) ?? 0;
      if (trust <= 0) continue;
      const mention: Mention = textHash
        ? { token, p, author, kind, document, createdAt, textHash, weight, trust, isCopy }
        : { token, p, author, kind, document, createdAt, weight, trust, isCopy };
      this.take(mention, sketch);
      if (mention.kind === "article") this.noteArticle(mention);
    }
    this.batches.delete(number);
  }

  private noteArticle(mention: Mention): void {
    const others = this.ofArticles.get(mention.document);
    if (others) others.push(mention);
    else this.ofArticles.set(mention.document, [mention]);
  }

  /** Takes mentions that come from elsewhere. */
  add(mentions: readonly SketchedMention[]): void {
    for (const { mention, sketch } of mentions) this.take(mention, sketch);
  }

  /** Called when all have been taken; what some articles count for may come before or after it. */
  close(): void {}

  /** @param weights of some articles; every other document counts for 1 */
  weigh(weights: ReadonlyMap<string, number>): void {
    for (const [article, weight] of weights) {
      for (const mention of this.ofArticles.get(article) ?? []) mention.weight = weight;
    }
  }
}
