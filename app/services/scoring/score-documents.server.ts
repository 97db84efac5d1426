import { calibrate } from "~/domain/sentiment/calibration";
import type { DocumentKind } from "~/domain/sentiment/mention";
import { scoreMentions, type ScoredMention } from "~/domain/sentiment/mentions";
import { sketchOf, type Sketch } from "~/domain/sentiment/near-copies";
import { scoreText } from "./lexicon.server";
import { visibleTexts } from "./visible-text.server";

/** The mentions in a document, and its sketch for finding near-copies. */
export interface ScoredDocument {
  mentions: ScoredMention[];
  sketch: Sketch;
}

export function scoreDocument(kind: DocumentKind, texts: readonly string[]): ScoredDocument {
  const visible = visibleTexts(kind, texts);
  const mentions = scoreMentions(visible, scoreText).map(({ token, p }) => ({
    token,
    p: calibrate(kind, p),
  }));
  return { mentions, sketch: mentions.length ? sketchOf(visible) : [] };
}

/**
 * Finds and scores the mentions in some documents. Runs in a worker thread, because a few hundred documents would
 * block the event loop for too long.
 * @param documents the texts of each document
 * @returns the results in the same order
 */
export const scoreDocuments = (
  kind: DocumentKind,
  documents: readonly (readonly string[])[],
): ScoredDocument[] => documents.map((texts) => scoreDocument(kind, texts));
