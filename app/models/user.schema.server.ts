import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";

/** An address that a user has signed in from. */
export interface KnownAddress {
  /** A hash of the user's id and the address. */
  hash: string;
  usedAt: Date;
}

const schema = new Schema(
  {
    /** In lower case; emails are compared case-insensitively. */
    email: { type: String, required: true, unique: true },
    /** Set from sign-up until a link sent to the address is followed; accounts of earlier versions have none. */
    hasUnprovenEmail: { type: Boolean },
    name: { type: String, required: true },
    /** The name in lower case; names are unique ignoring case. */
    nameKey: { type: String, required: true, unique: true },
    /** What names that look alike have in common; absent in rows of earlier versions until they are filled. */
    nameSkeleton: { type: String, unique: true, sparse: true },
    passwordHash: { type: String, required: true },
    isMember: { type: Boolean, required: true, default: false },
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
    /** What the person says of themselves, each a line; absent if nothing. */
    about: { type: String },
    link: { type: String },
    disclosure: { type: String },
    /** Whether search engines are asked to leave the person's page out. */
    isHiddenFromSearch: { type: Boolean },
    /** When the account is to be deleted, as its owner wants, and whether with what they wrote. */
    leavesAt: { type: Date },
    leavesWithContent: { type: Boolean },
    /** The origin of the site where they asked for it, for the last mail. */
    leavesFrom: { type: String },
    /**
     * Set while the account is being deleted: the user id that its content is reassigned to. The account
     * can no longer sign in; the row stays until the end so that an interrupted deletion can be resumed.
     */
    leavingAs: { type: Schema.Types.ObjectId, default: undefined },
  },
  { collection: "users", versionKey: false },
);

// Lets accounts whose time has come be found without reading the others'.
schema.index({ leavesAt: 1 }, { sparse: true });
// Lets members be counted without reading other users' rows.
schema.index({ isMember: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });

export type UserRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const User = createModel<UserRow>("User", schema);
