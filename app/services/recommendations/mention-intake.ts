import type { Mention } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { decodeBatch, type MentionBatch } from "~/models/decode-mentions";
import type { MentionColumns } from "~/models/mention-columns";

/** A mention, and the sketch of its document that is used to find near-copies. */
export interface SketchedMention {
  mention: Mention;
  sketch: Sketch;
}

export interface DecodedBatch {
  /** Author ids by article id. */
  articles: Map<string, string>;
  /** The authors that no earlier batch contained. */
  newAuthors: string[];
}

/** Receives stored mentions in batches. It runs in a worker thread, because decoding many mentions takes long. */
export class MentionIntake {
  /** The batches that are decoded but not taken yet. */
  private readonly decoded: MentionColumns[] = [];
  private readonly authors = new Set<string>();
  private readonly trusts = new Map<string, number>();
  /** The mentions taken so far that are in articles, by article id. */
  private readonly ofArticles = new Map<string, Mention[]>();

  /** @param take receives each mention with the trust in its author; the weights of articles are set later */
  constructor(private readonly take: (mention: Mention, sketch: Sketch) => void) {}

  /** Decodes a batch. @returns its articles, whose weights have to be looked up, and its new authors */
  decode(stored: MentionBatch): DecodedBatch {
    const batch = decodeBatch(stored);
    this.decoded.push(batch);
    const articles = new Map<string, string>();
    for (const [i, kind] of batch.kind.entries()) {
      if (kind === "article") articles.set(batch.document[i]!, batch.author[i]!);
    }
    return { articles, newAuthors: this.addAuthors(batch.author) };
  }

  /** @returns the authors that no earlier batch contained */
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
   * Takes the mentions of decoded batches, oldest batch first.
   *
   * @param count the number of batches
   * @param trusts the trust in their new authors; mentions of authors without trust are dropped
   */
  takeDecoded(count: number, trusts: ReadonlyMap<string, number>): void {
    for (const [author, trust] of trusts) this.trusts.set(author, trust);
    for (const batch of this.decoded.splice(0, count)) this.takeBatch(batch);
  }

  private takeBatch(batch: MentionColumns): void {
    // All fields are set at once, because adding a field later to a hundred thousand objects takes long.
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

  /** Takes mentions from outside sources. */
  add(mentions: readonly SketchedMention[]): void {
    for (const { mention, sketch } of mentions) this.take(mention, sketch);
  }

  /** Called when all mentions have been taken. `weigh` may be called before or after it. */
  close(): void {}

  /** @param weights the weights of some articles; every other document has weight 1 */
  weigh(weights: ReadonlyMap<string, number>): void {
    for (const [article, weight] of weights) {
      for (const mention of this.ofArticles.get(article) ?? []) mention.weight = weight;
    }
  }
}
