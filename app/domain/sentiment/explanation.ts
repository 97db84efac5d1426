/** A document's score for a token, explained by the sentences and words that it comes from. */
import { textFragment } from "../text-fragment";
import { findSentences } from "./find-sentences";
import type { MentionTrace, TracedSentence } from "./mentions";
import type { Step, WordTrace } from "./vader-trace";

/** The maximum number of scored words that are listed; no text that people write about a token has more. */
export const MAX_EXPLAINED_WORDS = 500;

interface Span {
  /** In the visible text of its part of the document. */
  start: number;
  /** Exclusive. */
  end: number;
  text: string;
}

/** What changes a word's rating: one of the three numbers is given. */
export interface ExplainedStep extends Span {
  rule: Step["rule"];
  factor: number | null;
  added: number | null;
  /** The rating of an idiom, instead of that of the word. */
  set: number | null;
}

export interface ExplainedWord extends Span {
  rating: number;
  /** Where the rating comes from. */
  source: "lexicon" | "phrase" | "mockery" | "direction";
  /** The noun whose rise or fall it is. */
  noun: string | null;
  steps: ExplainedStep[];
  contribution: number;
}

export interface ExplainedSentence
  extends
    Span,
    Pick<TracedSentence, "part" | "punctuation" | "sum" | "score" | "weight" | "counted"> {
  words: ExplainedWord[];
  /** The fragment of an address that leads to it; empty if there is none. */
  fragment: string;
}

export interface ExplainedMention {
  /** Those that name the token or have scored words. */
  sentences: ExplainedSentence[];
  /** Those beyond `MAX_EXPLAINED_WORDS`, and what they add. */
  further: { sentences: number; counted: number };
  /** The sum of what all sentences add. */
  sum: number;
}

/** @returns the sentences of a trace that are listed, in their order, and the number and sum of those beyond them */
export function listSentences({ sentences }: MentionTrace) {
  const listed: TracedSentence[] = [];
  const further = { sentences: 0, counted: 0 };
  let room = MAX_EXPLAINED_WORDS;
  for (const sentence of sentences) {
    if (sentence.weight < 1 && !sentence.words.length) continue;
    // A sentence without scored words takes room, too.
    const size = Math.max(1, sentence.words.length);
    if (size <= room) {
      room -= size;
      listed.push(sentence);
    } else {
      further.sentences += 1;
      further.counted += sentence.counted;
    }
  }
  return { listed, further };
}

/**
 * @param visible the visible texts of the parts of the document
 * @param shown the same as the page shows them, before their characters are made plain
 */
export function explainTrace(
  trace: MentionTrace,
  visible: readonly string[],
  shown: readonly string[],
): ExplainedMention {
  const { listed, further } = listSentences(trace);
  const fragments = new Map(
    visible.flatMap((text, part) => {
      const own = listed.filter((sentence) => sentence.part === part);
      const marks = findSentences([shown[part]!], text, own);
      return marks.map(
        ({ sentence, start, end }) =>
          [own[sentence]!, textFragment(shown[part]!, start, end)] as const,
      );
    }),
  );
  return {
    sentences: listed.map((sentence) => ({
      ...explainSentence(sentence, visible[sentence.part]!),
      fragment: fragments.get(sentence) ?? "",
    })),
    further,
    sum: trace.sentences.reduce((sum, { counted }) => sum + counted, 0),
  };
}

function explainSentence(
  sentence: TracedSentence,
  visible: string,
): Omit<ExplainedSentence, "fragment"> {
  const { spans, words, part, punctuation, sum, score, weight, counted } = sentence;
  const span = (first: number, last = first): Span => {
    const [start, end] = [spans[first]!.start, spans[last]!.end];
    return { start, end, text: visible.slice(start, end) };
  };
  const explainStep = (step: Step): ExplainedStep => ({
    ...span(step.at),
    rule: step.rule,
    factor: "factor" in step ? step.factor : null,
    added: "added" in step ? step.added : null,
    set: "set" in step ? step.set : null,
  });
  const explainWord = ({ at, rating, ratedBy, steps, contribution }: WordTrace): ExplainedWord => ({
    ...span(at, at + (ratedBy?.following ?? 0)),
    rating,
    source: ratedBy?.rule ?? "lexicon",
    noun: ratedBy?.noun ?? null,
    steps: steps.map(explainStep),
    contribution,
  });
  const { start, end } = sentence;
  return {
    part,
    start,
    end,
    text: visible.slice(start, end),
    weight,
    words: words.map(explainWord),
    punctuation,
    sum,
    score,
    counted,
  };
}
