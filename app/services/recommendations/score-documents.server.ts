import { scoreMentions, type ScoredMention } from "~/domain/sentiment/mentions";
import { scoreText } from "./lexicon.server";

/**
 * Finds and scores what some documents mention, in a worker thread: a few hundred take longer than the
 * site may look away.
 *
 * @param documents the texts of each
 * @returns the mentions of each, in the same order
 */
export const scoreDocuments = (documents: readonly (readonly string[])[]): ScoredMention[][] =>
  documents.map((texts) => scoreMentions(texts, scoreText));
