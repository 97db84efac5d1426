import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import { readSetting, writeSetting } from "./setting.server";

/** The trust in a person, as one computation found it; only of people who have any. */
const schema = new Schema(
  {
    /** The id of the computation. Readers read one only, so none sees parts of two. */
    computation: { type: Schema.Types.ObjectId, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    /** Above 0, up to 1. */
    trust: { type: Number, required: true },
    /** How many people with trust support the person. */
    supporters: { type: Number, required: true },
    /** Whether trust starts at the person, too. */
    isRoot: { type: Boolean, required: true },
  },
  { collection: "trust", versionKey: false },
);

// Serves reading the trust in authors, and the removal of earlier computations.
schema.index({ computation: 1, user: 1 }, { unique: true });
// Serves the deletion of an account.
schema.index({ user: 1 });

type TrustRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const TrustModel = createModel<TrustRow>("Trust", schema);

const toTrust = ({ user, trust, supporters, isRoot }: TrustRow) => ({
  id: user.toHexString(),
  trust,
  supporters,
  isRoot,
});

export type StoredTrust = ReturnType<typeof toTrust>;

const trusts = collectionOf(TrustModel, toTrust);

/** What a computation of trust was made from. */
export interface TrustFacts {
  computedAt: Date;
  /** How many people trust starts from. */
  roots: number;
  /** Whether some of these were made members by an operator, because too few were admitted by vote. */
  areGrants: boolean;
  /** How many people have trust. */
  people: number;
  /** How many upvotes were counted. */
  upvotes: number;
}

/** The computation that readers read, and its predecessor, which some may still be reading. */
interface Current {
  id: string;
  facts: TrustFacts;
  previous: string | null;
}

const CURRENT = "trust";

/** @returns the newest computation, or `null` if there was none */
export const findTrustComputation = async () => (await readSetting(CURRENT)) as Current | null;

/**
 * Replaces the trust in everybody. Until all of it is stored, readers read the former computation.
 * @param people who has trust, in batches
 */
export async function replaceTrust(
  people: AsyncIterable<readonly StoredTrust[]>,
  facts: TrustFacts,
): Promise<void> {
  const computation = new Types.ObjectId();
  for await (const batch of people) {
    await TrustModel.collection.insertMany(
      batch.map(({ id, ...trust }) => ({
        _id: new Types.ObjectId(),
        computation,
        user: new Types.ObjectId(id),
        ...trust,
      })),
    );
  }
  const previous = (await findTrustComputation())?.id ?? null;
  const current: Current = { id: computation.toHexString(), facts, previous };
  await writeSetting(CURRENT, current);
  // A reader may still be reading the former one.
  const kept = [computation, ...(previous ? [new Types.ObjectId(previous)] : [])];
  await TrustModel.deleteMany({ computation: { $nin: kept } });
}

/** @returns the rows of those of the given people who have trust, by one computation */
export const findTrust = (computation: string, ids: readonly string[]): Promise<StoredTrust[]> =>
  trusts.list({
    computation: toObjectId(computation),
    user: { $in: ids.flatMap((id) => toObjectId(id) ?? []) },
  });

export const removeTrustOf = (userId: string): Promise<void> =>
  trusts.remove({ user: toObjectId(userId) });
