/** The API's responses about the mentions of a sentiment recommendation. */
import { z } from "zod";
import { MAX_EXPLAINED_WORDS } from "~/domain/sentiment/explanation";
import { count, figure, figureOrNull, flag, text, textOrNull, timestamp } from "./response-fields";

export const mentionResponse = z
  .object({
    number: count("The place of the mention among all those of the recommendation, from 1.", 137),
    kind: z.enum(["article", "comment", "review", "outside"]).meta({
      description: "The kind of document; `outside` is a document from another site.",
      examples: ["article"],
    }),
    link: textOrNull(
      "The document’s URL; null if it is not known or no longer exists.",
      "https://example.org/article/6790a1f2c3d4e5f60718293a",
    ),
    createdAt: timestamp("When the document was written", "2026-01-20T11:30:00.000Z"),
    token: text("The symbol of the token that the document mentions.", "BTC"),
    author: text("The last characters of the author’s id, to tell authors apart.", "5e6f70"),
    authorName: textOrNull(
      "The name of the author’s account; null for a document from another site, or if the account was deleted.",
      "mara",
    ),
    trust: figure("t: the trust in the author.", 0.1),
    weight: figure("w: the weight of the document among those of its author.", 1),
    p: figure("p: the sentiment of the document towards the token, from −1 to 1.", 0.4404),
    isCounted: flag(
      "Whether the mention is counted: it is among its author’s newest and not a copy.",
      true,
    ),
    isCopy: flag("Whether the document nearly repeats what somebody else wrote."),
  })
  .meta({
    id: "Mention",
    description: "A document’s mention of a token, with its sentiment towards the token.",
  });

const span = {
  start: count("Where it starts in the visible text of its field, in UTF-16 code units.", 14),
  end: count("Where it ends, exclusive.", 18),
  text: text("The text there.", "good"),
};

const stepResponse = z
  .object({
    ...span,
    rule: z
      .enum([
        "negation",
        "no",
        "never so",
        "capitals",
        "booster",
        "idiom",
        "least",
        "before but",
        "after but",
      ])
      .meta({ description: "The rule of VADER.", examples: ["negation"] }),
    factor: figureOrNull("What the value is multiplied by; null if it is not.", -0.74),
    added: figureOrNull("What is added to the value; null if nothing is.", 0.293),
    set: figureOrNull("What the value becomes; null if it is not replaced.", 3),
  })
  .meta({
    id: "ScoredWordStep",
    description: "A step from a word’s rating to its contribution, and the word that causes it.",
  });

const wordResponse = z
  .object({
    ...span,
    rating: figure("The rating, from −4 to 4.", 1.9),
    source: z.enum(["lexicon", "phrase", "mockery", "direction"]).meta({
      description:
        "Where the rating comes from: the lexicon, or a rule for phrases, mockery, or rise and fall.",
      examples: ["lexicon"],
    }),
    noun: textOrNull("The noun whose rise or fall it is; null if there is none.", null),
    steps: z.array(stepResponse).meta({ description: "In the order in which they apply." }),
    contribution: figure("What the steps make of the rating.", -1.406),
  })
  .meta({ id: "ScoredWord", description: "A word that contributes to the score of a sentence." });

const sentenceResponse = z
  .object({
    ...span,
    part: text("The field of the document: `title`, `summary`, `content` or `review`.", "content"),
    weight: figure("1 if the sentence names the token, 0.5 if it only follows.", 1),
    words: z.array(wordResponse).meta({ description: "The scored words, in order." }),
    punctuation: figure("What exclamation and question marks add.", 0),
    sum: figure("x: the sum of the contributions and `punctuation`.", -1.406),
    score: figure("p: x / √(x² + 15), to four digits.", -0.3412),
    counted: figure(
      "What the sentence adds to the sum of the document: `weight` · p · √(15 / (1 − p²)).",
      -1.4058,
    ),
    link: textOrNull("The URL of the sentence, marked on the page of the document.", null),
  })
  .meta({ id: "ScoredSentence", description: "A sentence that counts for a token." });
export type SentenceResponse = z.infer<typeof sentenceResponse>;

const explanationResponse = z
  .object({
    p: figure("The score that the text gives today, from −1 to 1.", -0.2829),
    uncalibrated: figure("The same before the scores of comments and reviews are scaled.", -0.3411),
    sum: figure("The sum of what all sentences add.", -1.4058),
    sentences: z.array(sentenceResponse).meta({
      description: `The sentences that name the token or have scored words, up to ${MAX_EXPLAINED_WORDS} words.`,
    }),
    further: z
      .object({
        sentences: count("The number of sentences beyond these.", 0),
        counted: figure("What they add.", 0),
      })
      .meta({ description: "The sentences that are not listed." }),
  })
  .meta({ id: "MentionExplanation", description: "How a score comes about." });

export const explainedMentionResponse = z
  .object({
    mention: mentionResponse,
    state: z.enum(["explained", "changed", "gone", "outside"]).meta({
      description:
        "`changed` if the text was edited since it was scored, `gone` if it no longer exists, `outside` if it is on another site.",
      examples: ["explained"],
    }),
    explanation: explanationResponse
      .nullable()
      .meta({ description: "Null unless the state is `explained`." }),
  })
  .meta({
    id: "ExplainedMention",
    description: "A mention with the words that its score is from.",
  });
export type ExplainedMentionResponse = z.infer<typeof explainedMentionResponse>;
