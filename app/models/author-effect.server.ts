/** What each author's texts changed of a sentiment recommendation, and the price of manipulating it. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Page } from "~/domain/cursor";
import type { AuthorEffect } from "~/domain/sentiment/effects";
import type { PriceOfManipulation } from "~/domain/sentiment/manipulation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, toObjectId, withIds } from "./ids.server";
import type { OwnListPage } from "./pagination.server";

const schema = new Schema(
  {
    recommendation: { type: Schema.Types.ObjectId, required: true },
    /** When the recommendation was made. */
    createdAt: { type: Date, required: true },
    /** An id as mentions have it; that of nobody if the account was deleted. */
    author: { type: String, required: true },
    /** Percentage points by asset, none of them 0. */
    points: { type: Schema.Types.Mixed, required: true },
    /** The largest of them, without its sign. */
    size: { type: Number, required: true },
    /** The author's newest mention of each token, by its number among those of the recommendation. */
    mentions: { type: [Schema.Types.Mixed], required: true },
  },
  { collection: "author-effects", versionKey: false },
);
schema.index({ recommendation: 1, author: 1 }, { unique: true });
// Serves the largest effects on a recommendation.
schema.index({ recommendation: 1, size: -1, _id: -1 });
// Serves the newest effects of a person.
schema.index({ author: 1, createdAt: -1, _id: -1 });

type EffectRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const EffectModel = createModel<EffectRow>("AuthorEffect", schema);

const toEffect = ({ recommendation, createdAt, author, points, mentions }: EffectRow) => ({
  recommendationId: recommendation.toHexString(),
  createdAt,
  author,
  points: points as AuthorEffect["points"],
  mentions: mentions as AuthorEffect["mentions"],
});

export type StoredEffect = ReturnType<typeof toEffect>;

const effects = collectionOf<EffectRow, StoredEffect>(EffectModel, toEffect);

const summarySchema = new Schema(
  {
    /** The id of the recommendation. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Whether they were computed later, from the stored inputs. */
    isFromInputs: { type: Boolean, required: true },
    price: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "effect-summaries", versionKey: false, minimize: false },
);

type SummaryRow = InferSchemaType<typeof summarySchema>;
const SummaryModel = createModel<SummaryRow>("EffectSummary", summarySchema);

const toSummary = ({ isFromInputs, price }: SummaryRow) => ({
  isFromInputs,
  price: price as PriceOfManipulation,
});

export type EffectSummary = ReturnType<typeof toSummary>;

const summaries = collectionOf<SummaryRow, EffectSummary>(SummaryModel, toSummary);

/**
 * Replaces the effects on a recommendation. Its summary is stored last, so that effects with a summary are complete.
 * @param batches all effects that are not zero
 */
export async function replaceEffects(
  of: { id: string; createdAt: Date },
  batches: AsyncIterable<readonly AuthorEffect[]>,
  summary: EffectSummary,
): Promise<void> {
  const recommendation = new Types.ObjectId(of.id);
  await EffectModel.deleteMany({ recommendation });
  for await (const batch of batches) {
    const made = { recommendation, createdAt: of.createdAt };
    // Those that another process has stored meanwhile are the same.
    await insertMissing(
      EffectModel.collection as never,
      batch.map((effect) => ({ _id: new Types.ObjectId(), ...made, ...effect })),
    );
  }
  await SummaryModel.replaceOne({ _id: recommendation }, summary, { upsert: true });
}

/** @returns the summary of the effects on a recommendation, or `null` if they have not been computed */
export const findEffectSummary = (id: string): Promise<EffectSummary | null> =>
  summaries.find({ _id: toObjectId(id) });

/** @returns those of some recommendations whose effects have been computed */
export const findWithEffects = (ids: readonly string[]): Promise<string[]> =>
  summaries.ids(withIds<SummaryRow>(ids));

export const countEffectSummaries = (): Promise<number> => SummaryModel.estimatedDocumentCount();

/** Reads a page of the effects on a recommendation, the largest first. */
export const listEffectsOn = (id: string, page: OwnListPage): Promise<Page<StoredEffect>> =>
  effects.page({ ...page, filter: { recommendation: toObjectId(id) }, field: "size" });

export const countEffectsOn = (id: string): Promise<number> =>
  EffectModel.countDocuments({ recommendation: toObjectId(id) });

/** Reads a page of the effects of what a person wrote, newest recommendation first. */
export const listEffectsBy = (author: string, page: OwnListPage): Promise<Page<StoredEffect>> =>
  effects.page({ ...page, filter: { author }, field: "createdAt" });

export const removeEffectsBy = (author: string): Promise<void> => effects.remove({ author });

/** Makes the effects of an author those of another, without a second effect on a recommendation. */
export async function transferEffects(author: string, successorId: string): Promise<void> {
  // A recommendation that was made while texts were being transferred may have effects of both.
  const both = await EffectModel.distinct("recommendation", { author: successorId });
  if (both.length) await EffectModel.deleteMany({ author, recommendation: { $in: both } });
  await EffectModel.updateMany({ author }, { $set: { author: successorId } });
}
