/** The API's responses about sentiment recommendations: in a list, one of them, a preview. */
import { z } from "zod";
import { sentimentConstants } from "~/domain/sentiment/formulas";
import { ledgerFields } from "./ledger-responses";
import { mentionResponse } from "./mention-responses";
import {
  method,
  monday,
  neighbourFields,
  notCash,
  outcomeResponse,
  previewFields,
  rationale,
  reason,
} from "./recommendation-responses";
import {
  count,
  figure,
  figureOrNull,
  figuresOf,
  flag,
  formulas,
  id,
  percent,
  text,
  timestamp,
  textOrNull,
} from "./response-fields";

export const sentimentResponse = z
  .object({
    id: id("recommendation", "6791e8d9f0a1b2c3d4e5f607"),
    weekDate: monday,
    createdAt: timestamp("When the recommendation was made", "2026-01-22T09:06:00.000Z"),
    token: text("The token with the most voices, or `N/A` if none has enough.", "BTC"),
    mentionCount: count(
      "The number of documents about `token` that are counted, each weighed by its author’s weight, rounded.",
      28,
    ),
    allocation: z.record(z.string(), z.int().min(0).max(100)).meta({
      description: "Whole percentages by symbol, summing to 100; always includes USDT.",
      examples: [{ BTC: 29, SOL: 15, USDT: 56 }],
    }),
    rationale: rationale(
      "From 2026-01-15 to 2026-01-22 the community mentioned BTC with a score of +0.343 from 9.20 voices of 12 people …",
    ),
  })
  .meta({
    id: "SentimentRecommendation",
    description:
      "An allocation by the sentiment engine, from seven days of community posts. Not investment advice.",
  });
export type SentimentResponse = z.infer<typeof sentimentResponse>;

export const sentimentPreviewResponse = sentimentResponse.extend(previewFields).meta({
  id: "SentimentPreview",
  description:
    "What the sentiment engine would recommend at `createdAt`. A preview is not stored and is not part of any list or track record. Not investment advice.",
});

const sentimentInputsResponse = z
  .object({
    token: textOrNull(
      "The token whose mentions were requested; null for the mentions of all tokens.",
      null,
    ),
    page: count("The number of this page, counting from 1.", 1),
    pages: count("The number of pages.", 3),
    mentions: z
      .array(mentionResponse)
      .meta({ description: "The mentions of this page, grouped by token." }),
  })
  .meta({
    id: "SentimentInputs",
    description: "A page of the mentions that the recommendation was computed from.",
  });

const tokenSentimentResponse = z
  .object({
    token: text("The symbol of the token.", "BTC"),
    mentionCount: count("The number of documents that mention the token.", 34),
    counted: count("The number of documents mentioning the token that are counted.", 30),
    authors: count("The number of people who wrote the counted documents.", 12),
    weighedMentions: figure(
      "The number of documents that are counted, each weighed by its author’s weight.",
      27.6,
    ),
    voices: figure("N: the token’s voices, the sum of its authors’ weights.", 9.2),
    coverage: figure("c: the coverage, from 0 to 1; above 0, the token is covered.", 1),
    mean: figure(
      "μ: the mean sentiment of the authors, by their weights, including the neutral voices.",
      0.2667,
    ),
    error: figure("se: the standard error of μ.", 0.1239),
    score: figure("S: the score of the token, from −1 to 1.", 0.142717),
    raw: figure(
      "The number in proportion to which tokens share the risk budget; 0 if the token is not covered or its score is not above `leastScore`.",
      0.2153,
    ),
    allocation: percent("The percentage allocated to the token.", 29),
  })
  .meta({
    id: "TokenSentiment",
    description: "The sentiment towards one token, from a week of documents.",
  });

const weekOfAuthorsResponse = z
  .object({
    authors: count("The number of people who wrote about tokens in the week.", 24),
    trusted: count("The number of authors who are trusted at all.", 11),
    trust: figure("Σ t: the sum of the trust in all authors.", 7.2),
    untrustedFactor: figure(
      "u: the factor, from 0 to 1, that limits the weight that does not come from trust.",
      0.0128,
    ),
    uncoveredUpTo: figure("L: the number of voices up to which a token is not covered.", 2),
    coveredFrom: figure("H: the number of voices from which a token is fully covered.", 6),
  })
  .meta({ id: "WeekOfAuthors", description: "The authors who wrote about tokens in the week." });

const sentimentCalculationResponse = z
  .object({
    tokens: z
      .array(tokenSentimentResponse)
      .meta({ description: "The tokens that were mentioned, the one with the most voices first." }),
    mood: figureOrNull("M: the mood, from −1 to 1; null if no token is covered.", 0.1427),
    riskBudget: figure("R: the risk budget, the maximum percentage held in tokens.", 16.48),
    topToken: text("The covered token with the most voices, or `N/A`.", "BTC"),
    mentionCount: count("The `weighedMentions` of `topToken`, rounded.", 28),
    allocation: sentimentResponse.shape.allocation,
    week: weekOfAuthorsResponse,
  })
  .meta({
    id: "SentimentCalculation",
    description: "Every step from the mentions to the allocation.",
  });

const sentimentFormulasResponse = z
  .object({
    document: formulas(
      "The weight w of an article, with U the sum of the trust in others who upvoted it and C in others who commented (1 for other documents), and the sentiment a of an author towards a token.",
      "a = Σ w·p / Σ w",
    ),
    trust: formulas("The trust t in an author.", "t = min(1, x)"),
    author: formulas("The weight v of an author.", "v = t + u · 0.1 · (1 − t)"),
    score: formulas("The score S of a token, from the sentiment of its authors.", "N = Σ v"),
    coverage: formulas("The coverage c of a token.", "H = max(6, 0.4 · Σ t)"),
    mood: formulas("The mood M.", "M = Σ c·N·S / Σ c·N"),
    riskBudget: formulas("The risk budget R.", "R = 80 · min(1, max(0, M − 0.05) / 0.45) · max c"),
    allocation: formulas("The percentage of each token.", "share = R · raw / Σ raw"),
  })
  .meta({ id: "SentimentFormulas", description: "The formulas of the method, by step." });

const sentimentConstantsResponse = z
  .object(
    figuresOf(sentimentConstants, {
      sentimentDays: "The number of days whose documents are read.",
      mostPerAuthor: "The maximum number of an author’s documents about a token that are counted.",
      keptPerAuthor: "The maximum number of an author’s documents about a token that are listed.",
      fullMood: "The mood from which the risk budget is at its maximum.",
      mostRisk: "The maximum risk budget, in percent.",
      leastScore: "The score, and the mood, from which something is held.",
      mostPerToken: "The maximum allocation to one token, in percent.",
      mostWeight: "The maximum weight of a document.",
      damping: "d: the part of a supporter’s trust that is passed on.",
      minParts: "The number of parts into which that is divided at least.",
      supportDays: "For how many days an upvote counts as support.",
      enoughAdmittedMembers:
        "The number of members admitted by vote from which trust starts only at these.",
      copySimilarity: "The share of common words from which a text counts as a copy.",
      shortWords: "The number of different words of two texts together below which they are short.",
      shortCopySimilarity: "The share of common words from which a short text counts as a copy.",
      neutralVoices: "K: the number of neutral voices that are added to those of a token.",
      priorVariance: "The variance assumed for the sentiment of a single voice.",
      untrustedWeight: "The weight of an author without trust, unless `untrustedShare` limits it.",
      untrustedShare:
        "β: the maximum of what trust does not give, over all authors, as a share of the trust in all of them.",
      uncoveredVoices: "The number of voices up to which a token is not covered.",
      uncoveredShare: "The same as a share of the trust in all authors; the higher one counts.",
      coveredVoices: "The number of voices from which a token is fully covered.",
      coveredShare: "The same as a share of the trust in all authors; the higher one counts.",
    }),
  )
  .meta({ id: "SentimentConstants", description: "The constants of the method." });

export const sentimentDetailsResponse = sentimentResponse
  .extend({
    reason: reason(
      "People wrote well of BTC and SOL, but not well or often enough for more: 56% stays in USDT.",
    ),
    method: method(6),
    window: z
      .object({
        from: timestamp("The start of the period", "2026-01-15T09:06:00.000Z"),
        to: timestamp("The end of the period (exclusive)", "2026-01-22T09:06:00.000Z"),
      })
      .meta({ description: "The period from which documents were read." }),
    facts: z
      .object({
        isSample: flag("Whether the community, or a part of it, is made-up sample content."),
        notCash,
        trust: z
          .object({
            computedAt: timestamp(
              "When the trust in the authors was computed",
              "2026-01-22T03:12:00.000Z",
            ),
            roots: count("The number of people that trust starts at.", 7),
            areGrants: flag(
              "Whether some of these were made members by the site’s operator, because fewer than `enoughAdmittedMembers` were admitted by vote.",
            ),
            people: count("The number of people with trust.", 31),
            upvotes: count("The number of upvotes that counted as support.", 412),
          })
          .meta({ description: "What the trust in the authors was computed from." }),
        outside: z.array(z.string()).meta({
          description: "The sources that were read besides the community’s own texts.",
          examples: [["Hacker News"]],
        }),
        unlisted: z.record(z.string(), z.int().min(0)).meta({
          description:
            "The number of mentions of each token that are not listed. They are included in `mentionCount`, but in no sum.",
          examples: [{ BTC: 12 }],
        }),
      })
      .meta({ description: "The data that the recommendation was made from." }),
    formulas: sentimentFormulasResponse,
    constants: sentimentConstantsResponse,
    calculation: sentimentCalculationResponse,
    inputs: sentimentInputsResponse,
    outcome: outcomeResponse,
    ...ledgerFields,
    ...neighbourFields,
  })
  .meta({
    id: "SentimentDetails",
    description:
      "A sentiment recommendation with a page of its mentions and every step of its calculation. Not investment advice.",
  });
export type SentimentDetailsResponse = z.infer<typeof sentimentDetailsResponse>;
