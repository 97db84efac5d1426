/** The download of the ledger: its cursor, and its lines. */
import { z } from "zod";
import { engines } from "~/domain/engines";
import { ledgerKinds } from "~/domain/ledger";
import { priceSourceNames } from "~/domain/price-sources";
import { listQuery } from "./pagination";
import { closeResponse } from "./recommendation-responses";
import {
  count,
  day,
  figure,
  figureOrNull,
  flag,
  id,
  text,
  textOrNull,
  timestamp,
} from "./response-fields";

/** The parts of the download, in their order. */
export const exportParts = ["entries", "recommendations", "records", "checkpoints"] as const;

/** A place in a download. */
export interface ExportCursor {
  /** The number of entries that the ledger had at its beginning. */
  size: number;
  part: (typeof exportParts)[number];
  /** Where it begins within the part; the empty text at the beginning. */
  from: string;
}

const CURSOR = new RegExp(`^(\\d{1,15})\\.(${exportParts.join("|")})\\.([\\w-]{0,50})$`);

export const formatExportCursor = ({ size, part, from }: ExportCursor): string =>
  `${size}.${part}.${from}`;

export const ledgerExportQuery = z.object({
  limit: listQuery.shape.limit,
  cursor: z
    .string()
    .regex(CURSOR, "cursor must be one from a Link header")
    .transform((value): ExportCursor => {
      const [, size, part, from] = CURSOR.exec(value)!;
      return { size: Number(size), part: part as ExportCursor["part"], from: from! };
    })
    .optional()
    .meta({
      description:
        "Where the page begins, from the `Link` header of the page before; the beginning if omitted.",
      examples: ["34.recommendations."],
    }),
});

const line = <Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  description: string,
  shape: Shape,
) =>
  z
    .object({ type: z.literal(type).meta({ description: `Always \`${type}\`.` }), ...shape })
    .meta({ description });

const engine = z.enum(engines).meta({ description: "The engine.", examples: ["momentum"] });
const source = z
  .enum(priceSourceNames)
  .nullable()
  .meta({ description: "The source of the closes; null if there are none.", examples: ["kraken"] });
const recommendation = id("recommendation", "6791e8d9f0a1b2c3d4e5f607");
const allocation = z
  .record(z.string(), z.int().min(0).max(100))
  .meta({ description: "Whole percentages by symbol.", examples: [{ BTC: 25, USDT: 75 }] });
const result = (description: string, example: number) =>
  figureOrNull(`${description}; null until it is known.`, example);

const mention = z
  .looseObject({
    author: text(
      "The pseudonym of its author, which is the same in no other recommendation.",
      "QmFzZTY0dXJsIGlzIGZpbg",
    ),
    document: text("The pseudonym of the text.", "bm90IGEgcmVhbCBIbWFjIQ"),
    token: text("The token that the text names.", "BTC"),
    p: figure("The score of the text for the token, from −1 to 1.", 0.4404),
    createdAt: count("When the text was written, in milliseconds since 1970.", 1_769_072_766_000),
    isCounted: flag("Whether it counts.", true),
  })
  .meta({ description: "One text’s mention of one token, with all that the calculation needs." });

/** A line of the download. */
export const exportLine = z
  .discriminatedUnion("type", [
    line("export", "The first line.", {
      at: timestamp("When the download was begun", "2026-01-30T12:00:00.000Z"),
      size: count("The number of entries of the ledger at that time.", 34),
    }),
    line("entry", "An entry, in order.", {
      seq: count("Its position, from 1.", 34),
      kind: z.enum(ledgerKinds).meta({ description: "What it is.", examples: ["outcome"] }),
      of: text("What it is about.", "6791e8d9f0a1b2c3d4e5f607"),
      at: timestamp("When it was added", "2026-01-22T09:06:01.000Z"),
      content: text(
        "The content that is hashed: canonical JSON (RFC 8785), as a text.",
        '{"at":"2026-01-22T09:06:01.000Z"}',
      ),
    }),
    line("recommendation", "A recommendation as the site shows it now, in the form of its entry.", {
      recommendation: z
        .looseObject({ id: recommendation, kind: engine, allocation })
        .meta({ description: "The recommendation." }),
      facts: z.looseObject({}).meta({ description: "What is particular to the engine." }),
      calculation: z.looseObject({}).meta({ description: "Every step." }),
      inputs: z
        .union([
          z.array(closeResponse.extend({ asset: text("The symbol of the asset.", "BTC") })),
          z.object({ count: count("The number of mentions, which follow in lines.", 1234) }),
        ])
        .meta({ description: "The closes of momentum, or the number of mentions of sentiment." }),
      method: count("The version of the method.", 1),
    }),
    line("mentions", "Up to 500 mentions of the sentiment recommendation before it, in order.", {
      recommendation,
      rows: z.array(mention).meta({ description: "The mentions." }),
    }),
    line("closes", "The closes of one asset that the record of an engine needs.", {
      engine,
      source,
      asset: text("The symbol of the asset.", "BTC"),
      closes: z.array(closeResponse).meta({ description: "By day." }),
    }),
    line("week", "A week of the record of an engine, as the track record shows it.", {
      engine,
      week: day("The Monday of the week.", "2026-01-19"),
      recommendation,
      day: day("The day at whose close it was bought.", "2026-01-22"),
      allocation,
      until: z.iso
        .date()
        .nullable()
        .meta({
          description: "The day at whose close it ended; null until then.",
          examples: ["2026-01-29"],
        }),
      turnover: result("The percentage of the portfolio that was bought and sold", 85),
      fee: result("The fee", 0.085),
      return: result("The return, in percent", 3.2),
      bitcoin: result("The return of BTC, in percent", 1.5),
      value: result("What 100 at the beginning had become at the end of the week", 103.2),
      bitcoinValue: result("What 100 held in BTC had become", 101.5),
    }),
    line("record", "The result of an engine.", {
      engine,
      source,
      until: day("The last day that counts.", "2026-01-29"),
      summary: z
        .object({
          from: day("The first day.", "2026-01-22"),
          until: day("The last day with closes.", "2026-01-29"),
          value: figure("What 100 became.", 103.2),
          drawdown: figure("The maximum drawdown, in percent, at most 0.", -4.1),
          bitcoinValue: figure("What 100 held in BTC became.", 101.5),
          bitcoinDrawdown: figure("The maximum drawdown of BTC.", -6.3),
          turnover: figure("The sum of the turnovers, in percent.", 85),
          fees: figure("The sum of the fees.", 0.085),
          weeks: count("The number of weeks that have ended.", 1),
          losers: count("How many of these lost.", 0),
        })
        .nullable()
        .meta({ description: "Null until there is a close after the first recommendation." }),
    }),
    line("checkpoint", "A head of the ledger’s tree.", {
      size: count("The number of entries.", 34),
      note: text(
        "A signed note (C2SP tlog-checkpoint), with all cosignatures.",
        "quorum.example/ledger\n34\nPwpsGnw/0cObni8bT3o10fb2t8KitMbY4PGjtcfZ4fM=\n\n— quorum.example/ledger m1pZ…\n",
      ),
      timestamp: textOrNull(
        "A timestamp (RFC 3161) of the note up to the site’s own signature, as DER in base64; null if there is none.",
        null,
      ),
    }),
  ])
  .meta({ id: "LedgerExportLine", description: "A line of the download of the ledger." });
