import type { Mention } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { decodeBatch, type MentionBatch } from "~/models/decode-mentions";
import type { MentionColumns } from "~/models/mention-columns";

/** A mention, and a sketch of the document by which near-copies are found. */
export interface SketchedMention {
  mention: Mention;
  sketch: Sketch;
}

export interface DecodedBatch {
  /** Author ids by article id. */
  articles: Map<string, string>;
  /** Those of whom no earlier batch had anything. */
  newAuthors: string[];
}

/** Takes in stored mentions a batch at a time. It runs in a worker thread, since decoding many takes long. */
export class MentionIntake {
  /** Those that were decoded and not taken yet. */
  private readonly decoded: MentionColumns[] = [];
  private readonly authors = new Set<string>();
  private readonly trusts = new Map<string, number>();
  /** What was taken of articles, by their ids. */
  private readonly ofArticles = new Map<string, Mention[]>();

  /** @param take is given each mention with what its author counts for; what an article counts for comes later */
  constructor(private readonly take: (mention: Mention, sketch: Sketch) => void) {}

  /** @returns the articles among the documents of a batch, which have a weight, and its authors that are new */
  decode(stored: MentionBatch): DecodedBatch {
    const batch = decodeBatch(stored);
    this.decoded.push(batch);
    const articles = new Map<string, string>();
    for (const [i, kind] of batch.kind.entries()) {
      if (kind === "article") articles.set(batch.document[i]!, batch.author[i]!);
    }
    return { articles, newAuthors: this.addAuthors(batch.author) };
  }

  /** @returns those that no earlier batch had */
  private addAuthors(authors: readonly string[]): string[] {
    const found: string[] = [];
    for (const author of authors) {
      if (this.authors.has(author)) continue;
      this.authors.add(author);
      found.push(author);
    }
    return found;
  }

  /**
   * Takes the mentions of batches that were decoded, oldest first.
   *
   * @param count of batches
   * @param trusts in their new authors; what others write, and those without any trust, weighs nothing
   */
  takeDecoded(count: number, trusts: ReadonlyMap<string, number>): void {
    for (const [author, trust] of trusts) this.trusts.set(author, trust);
    for (const batch of this.decoded.splice(0, count)) this.takeBatch(batch);
  }

  private takeBatch(batch: MentionColumns): void {
    // All fields are set from the beginning, since adding one to each of a hundred thousand objects takes long.
    const [weight, isCopy] = [1, false];
    for (let i = 0; i < batch.author.length; i += 1) {
      const author = batch.author[i]!;
      const trust = this.trusts.get(author) ?? 0;
      if (trust <= 0) continue;
      const token = batch.token[i]!;
      const p = batch.p[i]!;
      const kind = batch.kind[i]!;
      const document = batch.document[i]!;
      const createdAt = batch.createdAt[i]!;
      const textHash = batch.textHash[i];
      const mention: Mention = textHash
        ? { token, p, author, kind, document, createdAt, textHash, weight, trust, isCopy }
        : { token, p, author, kind, document, createdAt, weight, trust, isCopy };
      this.take(mention, batch.sketch[i]!);
      if (kind === "article") this.noteArticle(mention);
    }
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
