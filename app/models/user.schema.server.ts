import { Schema, type InferSchemaType, type Types } from "mongoose";
import { roles } from "~/domain/permissions";
import { createModel } from "./create-model.server";

/** An address that a user has signed in from. */
export interface KnownAddress {
  /** A hash of the user's id and the address. */
  hash: string;
  usedAt: Date;
}

const schema = new Schema(
  {
    /** As `parseEmailAddress` returns it, so that all spellings of an address are one account. */
    email: { type: String, required: true, unique: true },
    /** Set from sign-up until a link sent to the address is followed. */
    hasUnprovenEmail: { type: Boolean },
    name: { type: String, required: true },
    /** The name in lower case; names are unique ignoring case. */
    nameKey: { type: String, required: true, unique: true },
    /** The skeleton of the name, which names that look alike share. */
    nameSkeleton: { type: String, required: true, unique: true },
    passwordHash: { type: String, required: true },
    isMember: { type: Boolean, required: true, default: false },
    /** Who made the user a member, and when; absent from others. Trust starts at members admitted by vote. */
    admission: {
      type: {
        _id: false,
        by: { type: String, required: true, enum: ["vote", "operator"] },
        at: { type: Date, required: true },
      },
      default: undefined,
    },
    /** Absent from most. */
    role: { type: String, enum: roles },
    /** Set by a moderator; it has ended once `until` has passed, which is absent if it is for good. */
    suspension: {
      type: {
        _id: false,
        until: { type: Date },
        decision: { type: Schema.Types.ObjectId, required: true },
      },
      default: undefined,
    },
    /** Until when a moderator has given the account the limits of a new one. */
    limitedUntil: { type: Date },
    /** Whether a moderator is named “a moderator” in decisions unless they choose otherwise. */
    isAnonymousModerator: { type: Boolean },
    /** How often an admin has granted or revoked membership; absent if never. */
    membershipOrders: { type: Number },
    /** Hashes of the addresses that the user last signed in from. */
    knownAddresses: {
      type: [
        {
          _id: false,
          hash: { type: String, required: true },
          usedAt: { type: Date, required: true },
        },
      ],
      default: undefined,
    },
    createdAt: { type: Date, required: true, default: () => new Date() },
    /** Lines that users write about themselves; absent if empty. */
    about: { type: String },
    link: { type: String },
    disclosure: { type: String },
    /** Whether search engines are asked not to index the user's page. */
    isHiddenFromSearch: { type: Boolean },
    /** The secret of the address of the feed of what the user follows, as a hash; absent if there is none. */
    followingFeed: {
      type: {
        _id: false,
        secretHash: { type: String, required: true },
        madeAt: { type: Date, required: true },
      },
      default: undefined,
    },
    /** By whose invitation the account was made, and which; absent if by none, or if the inviter left. */
    invitedBy: { type: Schema.Types.ObjectId },
    invitation: { type: Schema.Types.ObjectId },
    /** When the account is to be deleted at its owner's request, and whether what the owner wrote is deleted too. */
    leavesAt: { type: Date },
    leavesWithContent: { type: Boolean },
    /** The origin of the site on which the deletion was requested, for the last mail. */
    leavesFrom: { type: String },
    /**
     * Set while the account is being deleted: the user id that its content is reassigned to. The account
     * can no longer sign in; the row stays until the end so that an interrupted deletion can be resumed.
     */
    leavingAs: { type: Schema.Types.ObjectId, default: undefined },
  },
  { collection: "users", versionKey: false },
);

// Serves finding the accounts whose deletion is due without reading the others.
schema.index({ leavesAt: 1 }, { sparse: true });
// Serves finding whose feed an address is.
schema.index({ "followingFeed.secretHash": 1 }, { sparse: true });
// Enforces that one account is made by an invitation.
schema.index({ invitation: 1 }, { unique: true, sparse: true });
// Serves listing whom somebody invited.
schema.index({ invitedBy: 1 }, { sparse: true });
// Serves listing moderators and administrators.
schema.index({ role: 1 }, { sparse: true });
// Serves listing those who are suspended.
schema.index({ "suspension.decision": 1 }, { sparse: true });
// Serves counting and listing members without reading other users' rows.
schema.index({ isMember: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });

export type UserRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const User = createModel<UserRow>("User", schema);
