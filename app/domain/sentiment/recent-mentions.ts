import { keepNewest, type Mention, type UnlistedCounts } from "./mention";

/**
 * How many mentions of a token are kept of one author: the newest, and far more than are ever counted.
 * Who writes thousands is mentioned with all of them, and takes no more room than who writes fifty.
 */
export const KEPT_PER_AUTHOR = 50;

/** Takes in any number of mentions, in any order, and keeps of each author the newest about each token. */
export class RecentMentions {
  private readonly byToken = new Map<string, Map<string, Mention[]>>();
  private readonly dropped = new Map<string, number>();

  add(mention: Mention): void {
    const { token, author } = mention;
    let byAuthor = this.byToken.get(token);
    if (!byAuthor) this.byToken.set(token, (byAuthor = new Map()));
    const own = byAuthor.get(author);
    if (!own) byAuthor.set(author, [mention]);
    else if (keepNewest(own, mention, KEPT_PER_AUTHOR)) {
      this.dropped.set(token, (this.dropped.get(token) ?? 0) + 1);
    }
  }

  /** @returns those that were kept, by token */
  kept(): Map<string, Mention[]> {
    return new Map(
      [...this.byToken].map(([token, byAuthor]) => [token, [...byAuthor.values()].flat()]),
    );
  }

  /** Whether no mention was dropped. */
  get areAllKept(): boolean {
    return this.dropped.size === 0;
  }

  /** How many of each token were not kept. */
  get unlisted(): UnlistedCounts {
    return Object.fromEntries(this.dropped);
  }
}
