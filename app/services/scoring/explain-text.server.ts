/** Explains the score of a document by its words, and finds the sentences that it comes from on the document's page. */
import { calibrate } from "~/domain/sentiment/calibration";
import { explainTrace, listSentences, type ExplainedMention } from "~/domain/sentiment/explanation";
import type { DocumentKind } from "~/domain/sentiment/mention";
import { traceMention } from "~/domain/sentiment/mentions";
import { plainCharacters } from "~/domain/sentiment/plain-characters";
import { scoreText } from "./lexicon.server";
import { shownTexts, visibleTexts } from "./visible-text.server";

export interface ExplainedText extends ExplainedMention {
  /** The score of the document, from −1 to 1. */
  p: number;
  /** The same before the scores of posts are calibrated. */
  uncalibrated: number;
}

/** @returns how the score of a document for a token comes about today; `null` if it does not mention the token */
export function explainText(
  kind: DocumentKind,
  texts: readonly string[],
  token: string,
): ExplainedText | null {
  const shown = shownTexts(kind, texts);
  const visible = shown.map(plainCharacters);
  const trace = traceMention(visible, token, scoreText);
  return (
    trace && {
      ...explainTrace(trace, visible, shown),
      p: calibrate(kind, trace.p),
      uncalibrated: trace.p,
    }
  );
}

/** The sentences of a document that count for a token, by its parts. */
export interface CountingSentences {
  visible: string[];
  sentences: { part: number; start: number; end: number }[];
}

/** @returns the sentences that `explainText` lists; `null` if the document does not mention the token */
export function countingSentences(
  kind: DocumentKind,
  texts: readonly string[],
  token: string,
): CountingSentences | null {
  const visible = visibleTexts(kind, texts);
  const trace = traceMention(visible, token, scoreText);
  return trace && { visible, sentences: listSentences(trace).listed };
}
