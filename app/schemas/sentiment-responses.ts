/** The API's responses for one sentiment recommendation or preview; the list's is in `responses.ts`. */
import { z } from "zod";
import { ledgerFields } from "./ledger-responses";
import {
  method,
  neighbourFields,
  notCash,
  outcomeResponse,
  previewFields,
} from "./recommendation-responses";
import {
  count,
  figure,
  figureOrNull,
  flag,
  formulas,
  percent,
  text,
  timestamp,
} from "./response-fields";
import { sentimentResponse } from "./responses";

export const sentimentPreviewResponse = sentimentResponse.extend(previewFields).meta({
  id: "SentimentPreview",
  description:
    "What the sentiment engine would recommend at that moment. It is stored nowhere and part of no list or track record. Not investment advice.",
});
export type SentimentPreviewResponse = z.infer<typeof sentimentPreviewResponse>;

const allocation = z.record(z.string(), z.int().min(0).max(100)).meta({
  description: "Whole percentages by symbol, summing to 100; always includes USDT.",
  examples: [{ BTC: 29, SOL: 15, USDT: 56 }],
});

const mentionResponse = z
  .object({
    kind: z.enum(["article", "comment", "review", "outside"]).meta({
      description: "Where it stands; `outside` is not on this site.",
      examples: ["article"],
    }),
    link: z
      .string()
      .nullable()
      .meta({
        description: "The document’s URL; null if it is not known, or not there any more.",
        examples: ["https://example.org/article/6790a1f2c3d4e5f60718293a"],
      }),
    createdAt: timestamp("When it was written", "2026-01-20T11:30:00.000Z"),
    token: text("The token that it names.", "BTC"),
    author: text("The last characters of its author’s id, to tell authors apart.", "5e6f70"),
    trust: figureOrNull("t: what its author counted for; null up to method 2.", 0.1),
    weight: figure("w: what the document counted for among its author’s.", 1),
    p: figure("Its sentiment towards the token, from −1 to 1.", 0.4404),
    isCounted: flag("Whether it is among its author’s newest, and so in the sums.", true),
    isCopy: flag("Whether it nearly repeats what somebody else wrote."),
  })
  .meta({ id: "Mention", description: "That a document names a token, and how it speaks of it." });

const sentimentInputsResponse = z
  .object({
    token: z
      .string()
      .nullable()
      .meta({ description: "The token asked for; null for all.", examples: [null] }),
    page: count("Which page this is, from 1.", 1),
    pages: count("How many there are.", 3),
    mentions: z.array(mentionResponse).meta({ description: "Token after token." }),
  })
  .meta({ id: "SentimentInputs", description: "A page of the mentions it was computed from." });

/** The fields of a token that all versions of the method have. */
const tokenFields = {
  token: text("Its symbol.", "BTC"),
  mentionCount: count("How many documents name it.", 34),
  counted: count("How many of them are counted.", 30),
  authors: count("By how many people.", 12),
  score: figure("S, from −1 to 1.", 0.142717),
  isHeard: flag("Whether enough people speak of it.", true),
  isEligible: flag("Whether it may be held.", true),
  raw: figureOrNull("What its share is in proportion to; null unless it may be held.", 0.2297),
  allocation: percent("What it was given.", 29),
};

const tokenSentimentResponse = z
  .object({
    ...tokenFields,
    voices: figure("N: the sum of what its authors count for.", 4),
    mean: figure("μ: the mean of what they say, with the neutral voices.", 0.2667),
    error: figure("se: its standard error.", 0.1239),
  })
  .meta({ id: "TokenSentiment", description: "What a week’s writing comes to for one token." });

const tokenSentiment2Response = z
  .object({ ...tokenFields, weight: figure("Σ w over the counted documents.", 31.4) })
  .meta({ id: "TokenSentiment2", description: "The same by the methods up to version 2." });

const weekOfAuthorsResponse = z
  .object({
    authors: count("How many people wrote about tokens.", 24),
    earned: count("How many of them had earned more than the least trust.", 11),
    isEstablished: flag("Whether these are enough to decide alone who is heard.", true),
    trust: figure("The sum of what they count for; of all authors, unless there are enough.", 7.2),
    newcomerFactor: figure("What t of all others was multiplied by, from 0 to 1.", 0.0554),
    heardFrom: figure("The N from which a token is heard.", 1.9636),
  })
  .meta({ id: "WeekOfAuthors", description: "Who wrote about tokens in the week." });

/** The fields of the result that all versions of the method have. */
const splitFields = {
  mood: figureOrNull("M, from −1 to 1; null if no token was heard.", 0.1427),
  riskBudget: percent("R: the most that is held in tokens.", 22),
  topToken: text("The most mentioned token, or `N/A`.", "BTC"),
  mentionCount: count("How many documents mention that one.", 34),
  allocation,
};

const tokens = { description: "The most mentioned first." };

const sentimentCalculationResponse = z
  .object({
    tokens: z.array(tokenSentimentResponse).meta(tokens),
    ...splitFields,
    week: weekOfAuthorsResponse,
  })
  .meta({
    id: "SentimentCalculation",
    description: "Every step from the mentions to the allocation.",
  });

const sentimentCalculation2Response = z
  .object({ tokens: z.array(tokenSentiment2Response).meta(tokens), ...splitFields })
  .meta({ id: "SentimentCalculation2", description: "The same by the methods up to version 2." });

const splitFormulaFields = {
  mood: formulas("The mood.", "M = Σ N·S / Σ N, over the tokens that were heard"),
  riskBudget: formulas(
    "The risk budget.",
    "R = floor(80 · min(1, M / 0.5)), or 0 unless M is above 0",
  ),
  allocation: formulas("The percentage of each token.", "raw = S · ln(1 + N)"),
};

const sentimentFormulasResponse = z
  .object({
    document: formulas(
      "The weight w of an article that U others upvoted and C others commented on, 1 for other documents; and a, what an author says.",
      "a = Σ w·p / Σ w",
    ),
    trust: formulas("What an author counts for.", "t = max(0.1, …)"),
    score: formulas("The score of a token, from what its authors say.", "N = Σ t"),
    ...splitFormulaFields,
  })
  .meta({ id: "SentimentFormulas", description: "The formulas of the method, by step." });

const sentimentFormulas2Response = z
  .object({
    document: formulas(
      "The weight of an article, 1 for other documents.",
      "w = 1 + ln(1 + upvotes + 0.5 · comments by others)",
    ),
    score: formulas("The score of a token.", "S = Σ w·p / (Σ w + 3)"),
    ...splitFormulaFields,
  })
  .meta({ id: "SentimentFormulas2", description: "The formulas up to version 2, by step." });

const splitConstantFields = {
  sentimentDays: figure("How many days of writing are listened to.", 7),
  mostPerAuthor: figure("How many of an author’s documents about a token are counted.", 3),
  keptPerAuthor: figure("How many of them are listed.", 50),
  fullMood: figure("The mood at which the risk budget is whole.", 0.5),
  mostRisk: figure("The most that is held in tokens, in percent.", 80),
  leastScore: figure("The score from which a token may be held.", 0.05),
  mostTokens: figure("How many tokens are held at most.", 4),
  mostPerToken: figure("The most that one token is given, in percent.", 50),
};

const sentimentConstantsResponse = z
  .object({
    ...splitConstantFields,
    mostWeight: figure("The most that a document counts for.", 2),
    leastTrust: figure("What every author with a proven address counts for.", 0.1),
    trustDays: figure("The age of an account, in days, from which it counts in full.", 30),
    supportersNeeded: figure("How many older accounts must have upvoted it for that.", 3),
    olderByDays: figure("By how many days an account must be older to count as such.", 7),
    trustGrowsDays: figure("The age of a site, in days, until which trust is still growing.", 60),
    shingleWords: figure("How many words in a row are compared to find copies.", 5),
    copySimilarity: figure("The share of common sequences from which a text is a copy.", 0.8),
    neutralVoices: figure("K: how many neutral voices are added.", 5),
    priorVariance: figure("The variance of what a single voice says.", 0.16),
    heardAuthors: figure("How many people must speak of a token for it to be heard.", 3),
    heardAverageAuthors: figure("The trust of how many average authors that takes.", 3),
    heardShare: figure("And which share of all trust.", 0.1),
    establishedAuthors: figure("From how many authors with earned trust these alone decide.", 10),
    newcomersShare: figure("What all others then count for together, as a share of theirs.", 0.01),
  })
  .meta({ id: "SentimentConstants", description: "The constants of the method." });

const sentimentConstants2Response = z
  .object({
    ...splitConstantFields,
    neutralWeight: figure("The weight of the neutral documents that are added.", 3),
    heardDocuments: figure("How many counted documents must name a token for it to be heard.", 3),
    heardAuthors: figure("And by how many people.", 2),
  })
  .meta({ id: "SentimentConstants2", description: "The constants up to version 2." });

export const sentimentDetailsResponse = sentimentResponse
  .extend({
    method: method(3),
    window: z
      .object({
        from: timestamp("The first moment", "2026-01-15T09:06:00.000Z"),
        to: timestamp("The moment before which it ends", "2026-01-22T09:06:00.000Z"),
      })
      .meta({ description: "When what it listened to was written." }),
    facts: z
      .object({
        isSample: flag("Whether the community, or a part of it, is made up."),
        notCash,
        isTrustGrowing: flag(
          "Whether the site was so young that hardly any account had earned trust.",
        ),
        outside: z.array(z.string()).meta({
          description: "The sources that were heard beside the community.",
          examples: [["Hacker News"]],
        }),
        unlisted: z.record(z.string(), z.int().min(0)).meta({
          description:
            "By token, how many mentions there were beside those that are listed: they are in `mentionCount` and in no sum.",
          examples: [{ BTC: 12 }],
        }),
      })
      .meta({ description: "What it was made from." }),
    formulas: z
      .union([sentimentFormulasResponse, sentimentFormulas2Response])
      .meta({ description: "The formulas of its method, by step." }),
    constants: z
      .union([sentimentConstantsResponse, sentimentConstants2Response])
      .meta({ description: "The constants of its method." }),
    calculation: z
      .union([sentimentCalculationResponse, sentimentCalculation2Response])
      .meta({ description: "Every step, by its method." }),
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
