/** Parts of the API's responses about a recommendation that both engines share. */
import { z } from "zod";
import { settlement } from "./ledger-responses";
import { day, figure, figureOrNull, id, text, textOrNull } from "./response-fields";

/** The Monday of a recommendation's week, as an ISO date in UTC. */
export const monday = z.iso.date().meta({
  description: "The Monday of the week in which the recommendation was made.",
  examples: ["2026-01-19"],
});

export const rationale = (example: string) =>
  text("An explanation generated from the numbers.", example);

/** The fields that distinguish a preview from a recommendation. */
export const previewFields = {
  id: id("preview", "6791f0eaa1b2c3d4e5f60718").meta({
    description: "A unique id. Previews are not stored, so nothing can be read by this id.",
    examples: ["6791f0eaa1b2c3d4e5f60718"],
  }),
  isPreview: z.literal(true).meta({
    description: "Always true. Stored recommendations do not have this field.",
    examples: [true],
  }),
};

/** The version of the method that made a recommendation. */
export const method = (example: number) =>
  z
    .int()
    .min(1)
    .meta({
      description: "The version of the method that made the recommendation.",
      examples: [example],
    });

/** The reason, which only a single recommendation has: lists have the fields of the specification. */
export const reason = (example: string) =>
  text("Why it is so, in one sentence that needs no knowledge of the method.", example);

export const closeResponse = z
  .object({
    day: day("The day, in UTC.", "2026-01-21"),
    close: figure("The last price of the day, in US dollars.", 61_234.5),
  })
  .meta({ id: "Close", description: "A daily close." });

/** The last close of USDT, if it is too low for USDT to count as cash. */
export const notCash = closeResponse.nullable().meta({
  description:
    "The last known close of USDT, if it is too low for USDT to count as cash; otherwise null.",
  examples: [null],
});

export const outcomeResponse = z
  .object({
    state: z.enum(["pending", "missing", "known"]).meta({
      description:
        "`pending` until the seven days are over and their closes are available, `missing` if required closes are missing, otherwise `known`.",
      examples: ["known"],
    }),
    missing: z
      .array(z.string())
      .meta({ description: "The assets whose closes are missing.", examples: [[]] }),
    soFar: z
      .object({
        value: figure("The value of 100 invested in the allocation, without fees.", 96.06),
        bitcoin: figure("The value of 100 invested in BTC.", 94.55),
        until: day("The last day whose closes are known.", "2026-01-27"),
      })
      .nullable()
      .meta({
        description:
          "While `state` is `pending`, what is known so far; null before the first close after the recommendation, and once `state` is not `pending`.",
        examples: [null],
      }),
    value: figureOrNull(
      "The value after seven days of 100 invested in the allocation, without fees; null unless `state` is `known`.",
      103.2,
    ),
    bitcoin: figureOrNull(
      "The value after the same days of 100 invested in BTC; null unless `state` is `known`.",
      101.5,
    ),
    previous: figureOrNull(
      "The value after the same days of 100 invested in the previous recommendation; null for the first recommendation, or if it is not known.",
      100.4,
    ),
    drawdown: figureOrNull(
      "The maximum drawdown at daily closes, in percent, at most 0; null unless `state` is `known`.",
      -2.1,
    ),
    gaps: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          "The number of days without closes, which the drawdown does not cover; null unless `state` is `known`.",
        examples: [0],
      }),
    until: z.iso
      .date()
      .nullable()
      .meta({
        description:
          "The day at whose close the outcome is valued; null unless `state` is `known`.",
        examples: ["2026-01-29"],
      }),
    source: textOrNull(
      "The source of the closes that value the outcome; null if there are none.",
      "Kraken",
    ),
    settled: settlement.nullable().meta({
      description: "How the outcome was settled in the ledger; null until it is settled.",
      examples: [null],
    }),
  })
  .meta({ id: "Outcome", description: "The outcome of a recommendation after seven days." });
export type OutcomeResponse = z.infer<typeof outcomeResponse>;

/** The recommendations before and after one, by date. */
export const neighbourFields = {
  newerId: id("next newer recommendation", "6791e8d9f0a1b2c3d4e5f608")
    .nullable()
    .meta({
      description: "The id of the next newer recommendation of the engine, or null.",
      examples: [null],
    }),
  olderId: id("next older recommendation", "6788ae59f0a1b2c3d4e5f5a1")
    .nullable()
    .meta({
      description: "The id of the next older recommendation of the engine, or null.",
      examples: ["6788ae59f0a1b2c3d4e5f5a1"],
    }),
};
