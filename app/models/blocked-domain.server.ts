/** The domains to which links are refused, or of which moderators are told. */
import { Schema, type InferSchemaType } from "mongoose";
import { domainEffects, MAX_BLOCKED_DOMAINS, type DomainEffect } from "~/domain/blocked-domains";
import { moderationReasonNames, type ModerationReason } from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    /** The domain, in lower case and ASCII. */
    _id: { type: String, required: true },
    effect: { type: String, required: true, enum: domainEffects },
    reason: { type: String, required: true, enum: moderationReasonNames },
    words: { type: String },
    /** The moderator; removed with the account. */
    by: { type: Schema.Types.ObjectId },
    at: { type: Date, required: true },
  },
  { collection: "blocked-domains", versionKey: false },
);
schema.index({ at: -1, _id: -1 });
schema.index({ by: 1 }, { sparse: true });

type DomainRow = InferSchemaType<typeof schema>;
const BlockedDomainModel = createModel<DomainRow>("BlockedDomain", schema);

const toDomain = ({ _id, effect, reason, words, by, at }: DomainRow) => ({
  domain: _id,
  effect: effect as DomainEffect,
  reason: reason as ModerationReason,
  words: words ?? null,
  moderatorId: by?.toHexString() ?? null,
  at,
});

export type BlockedDomain = ReturnType<typeof toDomain>;

const domains = collectionOf(BlockedDomainModel, toDomain);

/** @returns all domains, the last added first */
export const listBlockedDomains = (): Promise<BlockedDomain[]> =>
  domains.list({}, { sort: { at: -1, _id: -1 }, limit: MAX_BLOCKED_DOMAINS });

/**
 * Stores a domain, replacing what was set for it.
 * @returns whether there is room; `MAX_BLOCKED_DOMAINS` may be exceeded by concurrent writes
 */
export async function storeBlockedDomain({
  domain,
  moderatorId,
  words,
  ...fields
}: BlockedDomain): Promise<boolean> {
  const isThere = await domains.has({ _id: domain });
  if (!isThere && (await BlockedDomainModel.countDocuments({})) >= MAX_BLOCKED_DOMAINS)
    return false;
  await retryOnDuplicate(() =>
    BlockedDomainModel.updateOne(
      { _id: domain },
      {
        $set: { ...fields, by: toObjectId(moderatorId), ...(words !== null && { words }) },
        ...(words === null && { $unset: { words: 1 } }),
      },
      { upsert: true },
    ),
  );
  return true;
}

/** @returns whether the domain was there */
export const removeBlockedDomain = (domain: string): Promise<boolean> =>
  domains.removeOne({ _id: domain });

/** Removes a moderator from the domains that they have added. */
export const forgetBlocker = (moderatorId: string): Promise<void> =>
  domains.changeAll({ by: toObjectId(moderatorId) }, { $unset: { by: 1 } });
