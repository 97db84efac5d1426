/** The API's responses about the effects of authors on sentiment recommendations. */
import { z } from "zod";
import { count, day, flag, id, text, textOrNull, timestamp } from "./response-fields";

const points = z.record(z.string(), z.int()).meta({
  description:
    "By asset, its share minus what it would have been without these texts, in percentage points. Assets that would have got the same are left out.",
  examples: [{ BTC: 4, USDT: -4 }],
});

const mentions = z
  .array(
    z.object({
      token: text("The symbol of the token.", "BTC"),
      number: count("The number of the mention, for `mention` of the recommendation.", 12),
    }),
  )
  .meta({ description: "The author’s newest mention of each token." });

const effectResponse = z
  .object({
    name: textOrNull(
      "The author’s name; null for a deleted account and for an author from another site.",
      "Mara",
    ),
    author: text("The last characters of the author’s id, to tell authors apart.", "5e6f70"),
    points,
    mentions,
  })
  .meta({ id: "AuthorEffect", description: "What the texts of one author changed." });
export type EffectResponse = z.infer<typeof effectResponse>;

const manipulationResponse = z
  .object({
    accounts: count("The number of accounts.", 12),
    token: text("The token that they write about.", "BTC"),
    said: z.union([z.literal(1), z.literal(-1)]).meta({
      description: "The score of their texts: 1 for the highest, −1 for the lowest.",
      examples: [1],
    }),
    moved: z
      .object({
        asset: text("The asset that they move most.", "BTC"),
        points: z.int().meta({ description: "By how many percentage points.", examples: [5] }),
      })
      .meta({ description: "What they change most." }),
  })
  .meta({
    id: "Manipulation",
    description:
      "What accounts would do that have a proven address and no trust, write three texts each about the same token, and are not upvoted by anybody with trust.",
  });

export const effectsResponse = z
  .object({
    isComputed: flag("Whether the effects have been computed yet.", true),
    isFromInputs: flag(
      "Whether they were computed later, from the stored inputs. Near-copies, and the weights of articles, are then taken as they were, whoever is left out.",
    ),
    count: count("The number of authors whose texts changed the allocation.", 7),
    price: z
      .object({
        least: manipulationResponse.nullable().meta({
          description:
            "The least number of accounts that move an asset by five points; null if none does.",
        }),
        most: manipulationResponse.nullable().meta({
          description: "The most that any number of them does; null if none moves anything.",
        }),
      })
      .nullable()
      .meta({ description: "The price of manipulation; null if it has not been computed yet." }),
    effects: z
      .array(effectResponse)
      .meta({ description: "A page of the effects, the largest first." }),
  })
  .meta({ id: "Effects", description: "Whose texts moved a recommendation, and by how much." });
export type EffectsResponse = z.infer<typeof effectsResponse>;

export const personEffectResponse = z
  .object({
    recommendationId: id("recommendation", "6790a1f2c3d4e5f60718293a"),
    weekDate: day("The Monday of its week.", "2026-01-19"),
    createdAt: timestamp("When it was made", "2026-01-22T09:06:00.000Z"),
    points,
    mentions,
  })
  .meta({
    id: "PersonEffect",
    description: "What the texts of a person changed of one recommendation.",
  });
export type PersonEffectResponse = z.infer<typeof personEffectResponse>;
