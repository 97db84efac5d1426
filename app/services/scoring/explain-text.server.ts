/** Explains the score of a document by its words, and finds the sentences that it comes from on the document's page. */
import { calibrate } from "~/domain/sentiment/calibration";
import { explainTrace, listSentences, type ExplainedMention } from "~/domain/sentiment/explanation";
import { findSentences, type Mark } from "~/domain/sentiment/find-sentences";
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

/** Finds the sentences of a part of a document in the pieces of text that its page shows; numbers them from 1. */
export type SentenceFinder = (part: number, pieces: readonly string[]) => Mark[];

/** @returns a finder of the sentences that `explainText` lists; `null` if the document does not mention the token */
export function sentenceFinder(
  kind: DocumentKind,
  texts: readonly string[],
  token: string,
): SentenceFinder | null {
  const visible = visibleTexts(kind, texts);
  const trace = traceMention(visible, token, scoreText);
  if (!trace) return null;
  const { listed } = listSentences(trace);
  return (part, pieces) => {
    const own = listed.filter((sentence) => sentence.part === part);
    return findSentences(pieces, visible[part]!, own).map((mark) => ({
      ...mark,
      sentence: listed.indexOf(own[mark.sentence]!) + 1,
    }));
  };
}
