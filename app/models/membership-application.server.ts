import {
  Schema,
  Types,
  type InferSchemaType,
  type PipelineStage,
  type QueryFilter,
} from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { applicationStatuses, type ApplicationStatus } from "~/domain/membership";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, toObjectId, unlessDuplicate, withIds } from "./ids.server";
import type { Owner } from "./authored.server";

const voteSchema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    approve: { type: Boolean, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    statement: { type: String, required: true },
    openedAt: { type: Date, required: true },
    /** The end of the voting period. */
    closesAt: { type: Date, required: true },
    closedAt: { type: Date, default: null },
    /** How many approvals, or declines, decide; derived from the number of members at opening time. */
    needed: { type: Number, required: true },
    votes: { type: [voteSchema], required: true, default: [] },
    approvals: { type: Number, required: true, default: 0 },
    declines: { type: Number, required: true, default: 0 },
    status: { type: String, required: true, enum: applicationStatuses, default: "pending" },
    /** Whether an approval has taken effect, that is, the applicant has been made a member. */
    carriedOut: { type: Boolean, required: true, default: false },
  },
  { collection: "applications", versionKey: false },
);

// Enforces at most one open application per user.
schema.index({ user: 1 }, { unique: true, partialFilterExpression: { status: "pending" } });
schema.index({ user: 1, openedAt: -1, _id: -1 });
schema.index({ status: 1, openedAt: -1, _id: -1 });
schema.index({ status: 1, closesAt: 1, _id: 1 });
schema.index({ status: 1, carriedOut: 1 });
schema.index({ "votes.user": 1 });

type ApplicationRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ApplicationModel = createModel<ApplicationRow>("Application", schema);

function toApplication({ _id, user, votes, approvals, declines, ...row }: ApplicationRow) {
  return {
    ...row,
    id: _id.toHexString(),
    userId: user.toHexString(),
    closedAt: row.closedAt ?? null,
    votes: votes.map(({ user: voter, name, approve, at }) => ({
      userId: voter.toHexString(),
      name,
      approve,
      at,
    })),
  };
}

export type Application = ReturnType<typeof toApplication>;
export type Vote = Application["votes"][number];

const applications = collectionOf(ApplicationModel, toApplication);

export type NewApplication = Omit<
  Application,
  "id" | "closedAt" | "votes" | "status" | "carriedOut"
>;

/** @returns the new application, or `null` if this user already has an open one */
export async function createApplication({
  userId,
  ...fields
}: NewApplication): Promise<Application | null> {
  const row = await unlessDuplicate(
    ApplicationModel.create({ ...fields, user: new Types.ObjectId(userId) }),
  );
  return row && toApplication(row.toObject());
}

export const findApplication = (id: string): Promise<Application | null> =>
  applications.find({ _id: toObjectId(id) });

/** @returns those of some applications that exist */
export const listApplicationsByIds = async (ids: readonly string[]): Promise<Application[]> =>
  ids.length ? applications.list(withIds(ids)) : [];

const NEWEST_FIRST = { openedAt: -1, _id: -1 } as const;

/** @returns the user's newest application, or `null` */
export const findLatestApplication = (userId: string): Promise<Application | null> =>
  applications.find({ user: toObjectId(userId) }, NEWEST_FIRST);

/** @returns up to `limit` applications with this status, newest first */
export const listApplications = (
  status: ApplicationStatus,
  limit: number,
): Promise<Application[]> => applications.list({ status }, { sort: NEWEST_FIRST, limit });

/** The applications that accept votes. In `$and`, because a page's cursor is a condition on `closesAt` too. */
const openAt = (now: Date): QueryFilter<ApplicationRow> => ({
  status: "pending",
  $and: [{ closesAt: { $gt: now } }],
});

/** @returns a page of the applications open at `now`, soonest to close first */
export const listOpenApplications = ({
  now,
  ...page
}: Place & { limit: number; now: Date }): Promise<Page<Application>> =>
  applications.page({ ...page, filter: openAt(now), field: "closesAt", ascending: true });

/**
 * @param opened the time in which they were opened: after `since`, and not after `until`
 * @returns up to `limit` applications on which somebody can vote and has not
 */
export const listToVoteOn = (
  userId: string,
  opened: { since: Date; until: Date },
  limit: number,
): Promise<Application[]> =>
  applications.list(
    {
      ...openAt(new Date()),
      openedAt: { $gt: opened.since, $lte: opened.until },
      user: { $ne: toObjectId(userId) },
      "votes.user": { $ne: toObjectId(userId) },
    },
    { sort: NEWEST_FIRST, limit },
  );

/** @returns how many applications are open at `now`, counting no further than `limit` */
export const countOpenApplications = (now: Date, limit: number): Promise<number> =>
  ApplicationModel.countDocuments(openAt(now)).limit(limit);

/** @returns up to `limit` pending applications whose voting period has ended */
export const listExpired = (now: Date, limit: number): Promise<Application[]> =>
  applications.list(
    { status: "pending", closesAt: { $lte: now } },
    { sort: { closesAt: -1, _id: -1 }, limit },
  );

export const listAwaitingAdmission = (limit: number): Promise<Application[]> =>
  applications.list({ status: "approved", carriedOut: false }, { limit });

const hasEnoughVotes = (side: string, other: string) => ({
  $and: [{ $gte: [`$${side}`, "$needed"] }, { $gt: [`$${side}`, `$${other}`] }],
});

/** A side wins if it has the votes needed and more than the other. Update stages, so that this runs on stored counts. */
const decisionStages = (at: Date): PipelineStage.Set[] => [
  {
    $set: {
      status: {
        $switch: {
          branches: [
            { case: hasEnoughVotes("approvals", "declines"), then: "approved" },
            { case: hasEnoughVotes("declines", "approvals"), then: "declined" },
          ],
          default: "pending",
        },
      },
    },
  },
  { $set: { closedAt: { $cond: [{ $eq: ["$status", "pending"] }, null, at] } } },
];

/**
 * Adds a vote and applies the decision rule in one atomic update, so concurrent votes all count and exactly one of them
 * decides. Only an open application accepts votes; the applicant cannot vote, and nobody votes twice.
 * @returns the application after the vote, or `null` if the vote was not accepted
 */
export function addVote(id: string, { userId, ...vote }: Vote): Promise<Application | null> {
  const voter = new Types.ObjectId(userId);
  const side = vote.approve ? "approvals" : "declines";
  return applications.update(
    {
      _id: toObjectId(id),
      status: "pending",
      closesAt: { $gt: vote.at },
      user: { $ne: voter },
      "votes.user": { $ne: voter },
    },
    [
      {
        $set: {
          votes: { $concatArrays: ["$votes", [{ $literal: { user: voter, ...vote } }]] },
          [side]: { $add: [`$${side}`, 1] },
        },
      },
      ...decisionStages(vote.at),
    ],
  );
}

/** Closes as undecided every pending application whose voting period has ended. */
export async function closeExpired(now: Date): Promise<void> {
  await ApplicationModel.updateMany(
    { status: "pending", closesAt: { $lte: now } },
    [{ $set: { status: "undecided", closedAt: "$closesAt" } }],
    { updatePipeline: true },
  );
}

export const markCarriedOut = (id: string): Promise<boolean> =>
  applications.change({ _id: toObjectId(id) }, { $set: { carriedOut: true } });

/** Marks all approved applications of a user as carried out, so that none takes effect later. */
export const markAllCarriedOut = (userId: string): Promise<void> =>
  applications.changeAll(
    { user: toObjectId(userId), status: "approved" },
    { $set: { carriedOut: true } },
  );

/** Stores applications with their ids and votes; skips those whose id already exists. */
export async function importApplications(applications: readonly Application[]): Promise<void> {
  await insertMissing(
    ApplicationModel,
    applications.map(({ id, userId, votes, ...fields }) => ({
      ...fields,
      _id: new Types.ObjectId(id),
      user: new Types.ObjectId(userId),
      votes: votes.map(({ userId: voter, ...vote }) => ({
        ...vote,
        user: new Types.ObjectId(voter),
      })),
      approvals: votes.filter(({ approve }) => approve).length,
      declines: votes.filter(({ approve }) => !approve).length,
    })),
  );
}

export const removeApplicationsOf = (userId: string): Promise<void> =>
  applications.remove({ user: toObjectId(userId) });

export const listVotedBy = (userId: string, limit: number): Promise<Application[]> =>
  applications.list({ "votes.user": toObjectId(userId) }, { limit });

export const listApplicationIds = (userId: string): Promise<string[]> =>
  applications.ids({ user: toObjectId(userId) });

/** Yields all applications of a user, oldest first. */
export const readApplicationsOf = (userId: string) =>
  applications.stream({ user: toObjectId(userId) }, { sort: { openedAt: 1, _id: 1 } });

export const readVotesOf = (userId: string) =>
  collectionOf(
    ApplicationModel,
    ({ _id, votes }: ApplicationRow) => {
      const { approve, at } = votes.find(({ user }) => user.toHexString() === userId)!;
      return { applicationId: _id.toHexString(), approve, at };
    },
    { votes: 1 },
  ).stream({ "votes.user": toObjectId(userId) });

/**
 * Removes a user's votes from all open applications and applies the decision rule again, in one update.
 * @param decidedAt reopens the application that the user's vote decided at this time, unless it has been carried out
 */
export async function withdrawVotes(userId: string, at: Date, decidedAt?: Date): Promise<void> {
  const voter = new Types.ObjectId(userId);
  const others = { $filter: { input: "$votes", cond: { $ne: ["$$this.user", voter] } } };
  const countVotes = (approve: boolean) => ({
    $size: { $filter: { input: "$votes", cond: { $eq: ["$$this.approve", approve] } } },
  });
  const decided = decidedAt ? [{ closedAt: decidedAt, carriedOut: false }] : [];
  await ApplicationModel.updateMany(
    { "votes.user": voter, $or: [{ status: "pending", closesAt: { $gt: at } }, ...decided] },
    [
      { $set: { votes: others } },
      { $set: { approvals: countVotes(true), declines: countVotes(false) } },
      ...decisionStages(at),
    ],
    { updatePipeline: true },
  );
}

/** Reassigns a user's vote on a closed application to another user id and name. */
export const transferVote = (id: string, userId: string, voter: Owner): Promise<boolean> =>
  applications.change(
    { _id: toObjectId(id), status: { $ne: "pending" }, "votes.user": toObjectId(userId) },
    { $set: { "votes.$.user": toObjectId(voter.id), "votes.$.name": voter.name } },
  );
