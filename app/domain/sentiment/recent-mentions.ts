import { keepNewest, type Mention, type UnlistedCounts } from "./mention";

/**
 * Maximum number of mentions kept per token and author: the newest ones, far more than count. An author of
 * thousands takes no more memory than an author of fifty; the others are only counted.
 */
export const KEPT_PER_AUTHOR = 50;

/** Collects any number of mentions, in any order, and keeps each author's newest about each token. */
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

  /** @returns them in no particular order */
  kept(): Mention[] {
    return [...this.byToken.values()].flatMap((byAuthor) => [...byAuthor.values()].flat());
  }

  /** The number of mentions of each token that were not kept. */
  get unlisted(): UnlistedCounts {
    return Object.fromEntries(this.dropped);
  }
}
