/** Parts of the API's responses about a recommendation that both engines share; see `responses.ts`. */
import { z } from "zod";
import { settlement } from "./ledger-responses";
import { day, figure, figureOrNull, id } from "./response-fields";

/** The fields that distinguish a preview from a recommendation. */
export const previewFields = {
  id: id("preview", "6791f0eaa1b2c3d4e5f60718").meta({
    description:
      "An id that nothing else has. A preview is stored nowhere, so that it leads nowhere.",
    examples: ["6791f0eaa1b2c3d4e5f60718"],
  }),
  isPreview: z.literal(true).meta({
    description: "Always true. What is stored has no such field.",
    examples: [true],
  }),
};

/** The version of the method that made a recommendation. */
export const method = (example: number) =>
  z
    .int()
    .min(1)
    .meta({ description: "The version of the method that made it.", examples: [example] });

export const closeResponse = z
  .object({
    day: day("The UTC day.", "2026-01-21"),
    close: figure("The last price of the day, in US dollars.", 61_234.5),
  })
  .meta({ id: "Close", description: "A daily close." });

/** The last close of USDT, if it is too low for USDT to count as cash. */
export const notCash = closeResponse.nullable().meta({
  description:
    "The last close of USDT that was known, where that is too low to be cash; else null.",
  examples: [null],
});

export const outcomeResponse = z
  .object({
    state: z.enum(["pending", "missing", "known"]).meta({
      description:
        "`pending` until the seven days are over and their closes are there; `missing` if closes are.",
      examples: ["known"],
    }),
    missing: z
      .array(z.string())
      .meta({ description: "The assets whose closes are missing.", examples: [[]] }),
    value: figureOrNull(
      "What 100 in the allocation became, without fees; null unless known.",
      103.2,
    ),
    bitcoin: figureOrNull("What 100 in BTC became; null unless known.", 101.5),
    previous: figureOrNull(
      "What 100 in the recommendation before it became; null unless known, and for the first.",
      100.4,
    ),
    drawdown: figureOrNull("The deepest fall between closes, in percent; null unless known.", -2.1),
    gaps: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: "How many days the drawdown does not cover.", examples: [0] }),
    until: z.iso
      .date()
      .nullable()
      .meta({ description: "The day it is valued at.", examples: ["2026-01-29"] }),
    source: z
      .string()
      .nullable()
      .meta({
        description: "Whose closes value it; null if there are none.",
        examples: ["Kraken"],
      }),
    settled: settlement.nullable().meta({
      description: "How it was settled in the ledger; null until then.",
      examples: [null],
    }),
  })
  .meta({ id: "Outcome", description: "What became of a recommendation in seven days." });
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
      description: "The id of the next older one, or null.",
      examples: ["6788ae59f0a1b2c3d4e5f5a1"],
    }),
};
