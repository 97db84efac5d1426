/** The sentences that a mention's score comes from, word for word. */
import { Fragment, type ReactNode } from "react";
import { clsx } from "clsx";
import { CARRIED_WEIGHT } from "~/domain/sentiment/mentions";
import { POST_CALIBRATION } from "~/domain/sentiment/calibration";
import { NEUTRAL_BELOW } from "~/domain/sentiment/evaluation";
import type { ExplainedMentionResponse, SentenceResponse } from "~/schemas/mention-responses";
import type { SerializedMention } from "~/presenters/mentions";
import { Workings } from "~/components/track-record/calculation-steps";
import { figure, plural } from "~/utils/format";
import { signed } from "./number-format";

/** How the score of a mention came about. */
export type Explanation = Omit<ExplainedMentionResponse, "mention">;
type Word = SentenceResponse["words"][number];
type Step = Word["steps"][number];

interface MentionWordsProps {
  mention: SerializedMention;
  explanation: Explanation;
}

export function MentionWords({ mention, explanation: { state, explanation } }: MentionWordsProps) {
  if (!explanation) return <p className="text-muted">{missing[state]}</p>;
  const { sentences, further, sum, uncalibrated, p } = explanation;
  return (
    <div className="grid gap-5">
      <ol className="grid gap-5">
        {sentences.map((sentence) => (
          <li key={`${sentence.part} ${sentence.start}`}>
            <Sentence sentence={sentence} token={mention.token} />
          </li>
        ))}
      </ol>
      <p>
        {further.sentences ? (
          <>
            {plural(further.sentences, "more sentence")} would be too long to show here, and{" "}
            {further.sentences === 1 ? "adds" : "add"} {brief(further.counted)}.{" "}
          </>
        ) : null}
        Together x = {brief(sum)}, and x / √(x² + 15) is the score{" "}
        <b className="font-medium">{signed(uncalibrated)}</b>, from −1 to 1
        {p === uncalibrated ? null : (
          <>
            . Posts exaggerate, so only {100 * POST_CALIBRATION}% of what exceeds {NEUTRAL_BELOW}{" "}
            counts: <b className="font-medium">{signed(p)}</b>
          </>
        )}
        .
      </p>
      {p === mention.p ? null : (
        <p className="text-warning">
          The recommendation was computed with {signed(mention.p)}: the method of that time read the
          same text differently.
        </p>
      )}
    </div>
  );
}

const missing: Record<Explanation["state"], string> = {
  explained: "",
  changed:
    "The text was edited after it was scored, so its words today may not be those that counted. What counted is the score.",
  gone: "The text no longer exists. What counted is its score.",
  outside: "The text is on another site, which this one does not copy. What counted is its score.",
};

const brief = (value: number) => figure(value, { isSigned: true });

function Sentence({ sentence, token }: { sentence: SentenceResponse; token: string }) {
  const { words, punctuation, sum, weight, counted, link } = sentence;
  const isCarried = weight === CARRIED_WEIGHT;
  const changes = [
    ...words
      .filter(({ source, steps }) => source !== "lexicon" || steps.length)
      .map((word) => ({
        label: <bdi>{word.text}</bdi>,
        working: workingOf(word),
        result: brief(word.contribution),
      })),
    ...(punctuation
      ? [{ label: "! or ?", working: "makes it stronger", result: brief(punctuation) }]
      : []),
  ];
  return (
    <>
      <blockquote
        dir="auto"
        className="border-s-2 border-edge ps-4 font-display text-lg leading-9 wrap-anywhere whitespace-pre-line"
      >
        {piecesOf(sentence).map(({ text, signs, tone }, i) =>
          signs.length ? (
            <span key={i} className={clsx("rounded-sm px-1 [box-decoration-break:clone]", tone)}>
              {text}
              <bdi className="ms-1 font-sans text-sm font-medium whitespace-nowrap tabular-nums">
                {signs.join(" ")}
              </bdi>
            </span>
          ) : (
            <Fragment key={i}>{text}</Fragment>
          ),
        )}
      </blockquote>
      <p className="mt-1 text-sm text-muted">
        {isCarried
          ? `Names no token, but stands beside what does, so half of it counts for ${token}. `
          : `Names ${token}. `}
        {words.length
          ? `Sum ${brief(sum)}${isCarried ? `, of which half counts: ${brief(counted)}. ` : ". "}`
          : "No word in it is rated. "}
        {link ? (
          <a href={link} rel="nofollow" className="link inline-flex items-center touch">
            See it in the text
          </a>
        ) : null}
      </p>
      {changes.length ? (
        <div className="mt-3">
          <Workings rows={changes} />
        </div>
      ) : null}
    </>
  );
}

const sources: Record<Word["source"], string> = {
  lexicon: "rated",
  phrase: "a phrase, rated",
  mockery: "laughs at them, rated",
  direction: "rises or falls, rated",
};

function workingOf({ rating, source, noun, steps }: Word): ReactNode {
  const from = noun === null ? sources[source] : `said of “${noun}”, rated`;
  return [`${from} ${brief(rating)}`, ...steps.map(describeStep)].join(", ");
}

const reasons: Record<Step["rule"], (word: string) => string> = {
  negation: (word) => `negated by “${word}”`,
  no: (word) => `for “${word}”`,
  "never so": (word) => `for “${word}”`,
  capitals: () => "for its capitals",
  booster: (word) => `for “${word}”`,
  idiom: (word) => `in a saying with “${word}”`,
  least: (word) => `for “${word}”`,
  "before but": (word) => `before “${word}”`,
  "after but": (word) => `after “${word}”`,
};

const describeStep = (step: Step) => `${signOf(step)} ${reasons[step.rule](step.text)}`;

function signOf({ factor, added, set }: Step): string {
  if (factor !== null) return `×${figure(factor)}`;
  return added === null ? `= ${brief(set ?? 0)}` : brief(added);
}

interface Piece {
  text: string;
  /** What is written beside it. */
  signs: string[];
  tone: string;
}

/** Splits a sentence at its scored words and at those that change them, each with its signs. */
export function piecesOf({ text, start: from, words }: SentenceResponse): Piece[] {
  const signsBySpan = new Map<
    string,
    { start: number; end: number; signs: Set<string>; sum: number }
  >();
  const add = ({ start, end }: { start: number; end: number }, sign: string, value = 0) => {
    const key = `${start} ${end}`;
    const span = signsBySpan.get(key) ?? { start, end, signs: new Set(), sum: 0 };
    span.signs.add(sign);
    span.sum += value;
    signsBySpan.set(key, span);
  };
  for (const word of words) {
    // What stands for the word itself, such as its capitals, is among its workings.
    for (const step of word.steps) if (step.start !== word.start) add(step, signOf(step));
    add(word, brief(word.contribution), word.contribution);
  }
  const pieces: Piece[] = [];
  let last = 0;
  const plain = (to: number) => {
    if (to > last) pieces.push({ text: text.slice(last, to), signs: [], tone: "" });
  };
  const spans = [...signsBySpan.values()].sort((one, other) => one.start - other.start);
  for (const { start, end, signs, sum } of spans) {
    plain(start - from);
    // A word of a phrase that changes another word is already part of the phrase.
    const rest = text.slice(Math.max(last, start - from), end - from);
    pieces.push({ text: rest, signs: [...signs], tone: toneOf(sum) });
    last = Math.max(last, end - from);
  }
  plain(text.length);
  return pieces;
}

const toneOf = (value: number) =>
  value > 0
    ? "bg-positive-wash text-positive"
    : value < 0
      ? "bg-negative-wash text-negative"
      : "bg-sunken";
