import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Cursor, Page } from "~/domain/cursor";
import { dayOf, mondayOf, startOf, type Day } from "~/domain/days";
import type { Engine } from "~/domain/engines";
import type { MomentumAsset } from "~/domain/momentum";
import { tokens } from "~/domain/tokens";
import { defineModel } from "./define.server";
import { isDuplicateKey, toObjectId } from "./ids.server";
import { readPage } from "./lists.server";

/**
 * What the engines recommended. Rows are added and never changed; what each was computed from is in
 * `recommendation-inputs`, and is there before the row is.
 */
const schema = new Schema(
  {
    kind: { type: String, required: true },
    /** The UTC day of `createdAt`: of several on one day the last counts. */
    day: { type: String, required: true },
    weekDate: { type: String, required: true },
    createdAt: { type: Date, required: true },
    rationale: { type: String, required: true },
    /** Whole percents by symbol. */
    allocation: { type: Schema.Types.Mixed, required: true },
    /** The symbols of the allocation, for whoever needs their prices. */
    tokens: { type: [String], required: true },
    /** What is particular to the engine, as small as a list needs it. */
    facts: { type: Schema.Types.Mixed, required: true },
    /** Every step of the calculation; only read for the page of the one recommendation. */
    calculation: { type: Schema.Types.Mixed, required: true },
    /** How many rows of inputs there are. */
    inputs: { type: Number, required: true },
  },
  { collection: "recommendations", versionKey: false, minimize: false },
);

schema.index({ kind: 1, createdAt: -1, _id: -1 });
schema.index({ tokens: 1 });

type Row = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const RecommendationModel = defineModel<Row>("Recommendation", schema);

/** What every recommendation has. */
interface Recommended<Facts> {
  id: string;
  /** The UTC day on which it was made. */
  day: Day;
  /** The Monday of that day's week. */
  weekDate: Day;
  createdAt: Date;
  rationale: string;
  /** Whole percents by symbol, which come to 100. */
  allocation: Record<string, number>;
  facts: Facts;
}

export interface MomentumFacts {
  asOf: Day;
  /** The source of its prices, by name and as people call it. */
  source: string;
  sourceLabel: string;
  isSample: boolean;
  isDegraded: boolean;
  hasPegWarning: boolean;
  /** The change of the price in four weeks, in percent; `null` where it is not known. */
  rates: Record<MomentumAsset, number | null>;
}

export interface SentimentFacts {
  /** The token with most mentions, or `N/A`. */
  token: string;
  mentionCount: number;
  /** The window it listened to: from the first moment to before the second. */
  from: Date;
  to: Date;
  /** The version of finding and scoring mentions. */
  method: number;
  isSample: boolean;
}

export type MomentumRow = Recommended<MomentumFacts> & { kind: "momentum" };
export type SentimentRow = Recommended<SentimentFacts> & { kind: "sentiment" };
export type RecommendationRow = MomentumRow | SentimentRow;
/** The rows of an engine. */
export type RowOf<Kind extends Engine> = Extract<RecommendationRow, { kind: Kind }>;
