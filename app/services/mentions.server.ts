import type { DocumentKind, Mention } from "~/domain/sentiment/sentiment";

/** What somebody wrote, as far as mentions go. */
export interface WrittenDocument {
  kind: Exclude<DocumentKind, "outside">;
  id: string;
  authorId: string;
  createdAt: Date;
  /** Its parts, such as title and text: Markdown, or plain text. */
  texts: readonly string[];
}

/** Finds and scores what a document mentions and stores it, in place of what was stored of it. */
export async function noteMentions(document: WrittenDocument): Promise<void> {
  void document;
}

/** @returns the mentions of what was written in a time, `from` included and `to` not */
export async function gatherMentions(
  window: { from: Date; to: Date },
  options: { asOfThen?: boolean; signal?: AbortSignal } = {},
): Promise<Mention[]> {
  void window;
  void options;
  return [];
}

/** Notes the mentions of what is there already. @returns how many documents there are, and mentions */
export async function refreshMentions(options: {
  since?: Date;
  signal?: AbortSignal;
  restMs?: number;
  onProgress?: (done: number, all: number) => void;
}): Promise<{ documents: number; mentions: number }> {
  void options;
  return { documents: 0, mentions: 0 };
}
