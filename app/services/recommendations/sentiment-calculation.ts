import { packRows, type PackedRows } from "~/models/packed-rows";
import { RecentMentions } from "~/domain/sentiment/recent-mentions";
import { MentionIntake } from "./mention-intake";
import {
  computeSentiment,
  countedMentions,
  type Mention,
  type Sentiment,
  type UnlistedCounts,
} from "~/domain/sentiment/sentiment";

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
}

/** Computes a sentiment in a worker thread. */
export class SentimentCalculation extends MentionIntake {
  private readonly mentions: RecentMentions;

  constructor() {
    const mentions = new RecentMentions();
    super((mention) => mentions.add(mention));
    this.mentions = mentions;
  }

  async compute(): Promise<CalculatedSentiment> {
    const mentions = this.mentions.kept();
    const { unlisted } = this.mentions;
    const calculation = computeSentiment(mentions, unlisted);
    return { calculation, unlisted, inputs: await packRows(inputsOf(mentions, calculation)) };
  }
}

/** The mentions token after token, in the order of the calculation, so that a token's lie together. */
function inputsOf(mentions: readonly Mention[], { tokens }: Sentiment): MentionInput[] {
  const counted = new Set(countedMentions(mentions));
  const byToken = new Map(tokens.map(({ token }) => [token, [] as MentionInput[]]));
  for (const mention of mentions) {
    byToken.get(mention.token)?.push({ ...mention, isCounted: counted.has(mention) });
  }
  return [...byToken.values()].flat();
}
