import type { DocumentKind } from "~/domain/sentiment/mention";
import { scoreMentions, type ScoredMention } from "~/domain/sentiment/mentions";
import { sketchOf, type Sketch } from "~/domain/sentiment/near-copies";
import { scoreText } from "./lexicon.server";
import { visibleTexts } from "./visible-text.server";

/** What a document mentions, and a sketch of it by which near-copies are found. */
export interface ScoredDocument {
  mentions: ScoredMention[];
  sketch: Sketch;
}

/** Finds and scores what a document mentions, of what a reader sees of it. */
export function scoreDocument(kind: DocumentKind, texts: readonly string[]): ScoredDocument {
  const visible = visibleTexts(kind, texts);
  const mentions = scoreMentions(visible, scoreText);
  return { mentions, sketch: mentions.length ? sketchOf(visible) : [] };
}

/**
 * Finds and scores what some documents mention, in a worker thread: a few hundred take longer than the
 * site may look away.
 *
 * @param documents the texts of each
 * @returns what was found in each, in the same order
 */
export const scoreDocuments = (
  kind: DocumentKind,
  documents: readonly (readonly string[])[],
): ScoredDocument[] => documents.map((texts) => scoreDocument(kind, texts));
