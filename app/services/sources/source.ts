/** An external site where people write about tokens. */
export interface OutsideSource {
  /** The prefix of its document ids, as in `hacker-news 123`. */
  name: string;
  /** Display name. */
  label: string;
  /**
   * @returns the documents of a time window
   * @throws Error if the source does not respond or returns invalid data. There are no partial results,
   *   so that a failed query for one token does not favour the others
   */
  read(window: { from: Date; to: Date }, signal: AbortSignal): Promise<OutsideDocument[]>;
}

export interface OutsideDocument {
  id: string;
  /** The author's name within the source. */
  author: string;
  createdAt: Date;
  /** Plain text or Markdown. */
  texts: string[];
}
