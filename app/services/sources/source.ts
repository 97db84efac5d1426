/** Where else people write about tokens. */
export interface OutsideSource {
  /** As in its documents' ids: `hacker-news 123`. */
  name: string;
  /** As people call it. */
  label: string;
  /**
   * @returns what was written there in a time
   * @throws Error when it does not answer, or answers what cannot be believed: all of it counts or nothing,
   *   so that no token gains by the answer about another one having failed
   */
  read(window: { from: Date; to: Date }, signal: AbortSignal): Promise<OutsideDocument[]>;
}

export interface OutsideDocument {
  /** Within the source. */
  id: string;
  /** Within the source. */
  author: string;
  createdAt: Date;
  /** Plain text or Markdown. */
  texts: string[];
}
