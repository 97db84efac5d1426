import { packTexts, type PackedRows } from "~/models/packed-rows";
import {
  countedOf,
  groupByToken,
  type Mention,
  type Said,
  type UnlistedCounts,
} from "~/domain/sentiment/mention";
import { findCopies, type ComparedDocument, type Sketch } from "~/domain/sentiment/near-copies";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeGrouped, type Sentiment } from "~/domain/sentiment/sentiment";
import { canonicalRow, digestRows } from "../ledger/canonical";
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
  /** What `digestRows` makes of them. */
  inputsDigest: string;
}

/** Computes a sentiment in a worker thread. */
export class SentimentCalculation extends MentionIntake {
  private readonly mentions: RecentMentions;
  /** By document. */
  private readonly sketches: Map<string, Sketch>;

  constructor() {
    const mentions = new RecentMentions();
    const sketches = new Map<string, Sketch>();
    super((mention, sketch) => {
      mentions.add(mention);
      sketches.set(mention.document, sketch);
    });
    this.mentions = mentions;
    this.sketches = sketches;
  }

  /** Looks for near-copies while it is looked up what the articles count for. */
  override close(): void {
    this.markCopies(this.mentions.kept());
  }

  /** @returns what the mentions come to, after `close` */
  async compute(): Promise<CalculatedSentiment> {
    const mentions = this.mentions.kept();
    const { unlisted } = this.mentions;
    const said = groupByToken(mentions);
    const calculation = computeGrouped(said, unlisted);
    const inputs = inputsOf(mentions, said, calculation).map(canonicalRow);
    const packing = packTexts(inputs); // Other threads compress them meanwhile.
    const inputsDigest = digestRows(inputs);
    return { calculation, unlisted, inputs: await packing, inputsDigest };
  }

  /** In place, as there may be a hundred thousand of them. */
  private markCopies(mentions: readonly Mention[]): void {
    const documents = new Map<string, ComparedDocument>();
    for (const { document, author, trust = 0, createdAt } of mentions) {
      if (documents.has(document)) continue;
      const sketch = this.sketches.get(document) ?? [];
      documents.set(document, { document, author, trust, createdAt, sketch });
    }
    const copies = findCopies([...documents.values()]);
    for (const mention of mentions) mention.isCopy = copies.has(mention.document);
  }
}

/** The mentions token after token, in the order of the calculation, so that a token's lie together. */
function inputsOf(
  mentions: readonly Mention[],
  said: ReadonlyMap<string, Said>,
  { tokens }: Sentiment,
): MentionInput[] {
  const counted = new Set(countedOf(said));
  const byToken = new Map(tokens.map(({ token }) => [token, [] as MentionInput[]]));
  for (const mention of mentions) {
    const input = Object.assign(mention, { isCounted: counted.has(mention) });
    byToken.get(mention.token)?.push(input);
  }
  return [...byToken.values()].flat();
}
