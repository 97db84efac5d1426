import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInDay } from "date-fns/constants";
import { accountTag, PEOPLE } from "~/config/page-tags";
import type { Place } from "~/domain/cursor";
import { mayVote } from "~/domain/permissions";
import { VOTING_DAYS, votesNeeded } from "~/domain/membership";
import type { Viewer } from "~/domain/viewer";
import {
  addVote,
  closeExpired,
  countOpenApplications,
  createApplication,
  findApplication,
  findLatestApplication,
  listAwaitingAdmission,
  listApplications,
  listExpired,
  listOpenApplications,
  listVotedBy,
  markCarriedOut,
  withdrawVotes,
  type Application,
} from "~/models/membership-application.server";
import { admitMember, countMembers, countMembershipOrders, findUser } from "~/models/user.server";
import type { ApplicationInput } from "~/schemas/membership";
import { notFoundError, ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { announce } from "../notices/announce.server";
import { forgetNotices } from "../notices/notices.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { invalidate } from "../cache/invalidation.server";

export type { Application } from "~/models/membership-application.server";

const OPEN_PER_PAGE = 50;
/** The count of open applications stops at this number. */
const MAX_COUNT = 1000;
const MAX_CLOSED_SHOWN = 50;
/** Maximum number of applications handled at once; of more approvals, the others are left to the next upkeep. */
const HANDLED_AT_ONCE = 200;

const alreadyOpenError = () =>
  new ServiceError("conflict", "You already have an open application.");

/** Applies for membership. @throws ServiceError `conflict` if the viewer is a member or has an open application */
export async function applyForMembership(
  viewer: Viewer | null,
  { statement }: ApplicationInput,
): Promise<Application> {
  const writer = requireWriter(viewer, "Please log in to apply.");
  if (writer.isMember) throw new ServiceError("conflict", "You are already a member.");
  await enforceRateLimit("applications", writer.id);
  const openedAt = new Date();
  await closeOverdue(openedAt);
  // A crash may have left an approval not carried out; a new application would hide it.
  const earlier = await findLatestApplication(writer.id);
  if (earlier && isAwaitingAdmission(earlier)) {
    await carryOut(earlier);
    throw new ServiceError("conflict", "You are already a member.");
  }
  // An open one may be approved before the next one is stored, which would then be a member's.
  if (earlier?.status === "pending") throw alreadyOpenError();
  const application = await createApplication({
    userId: writer.id,
    name: writer.name,
    statement,
    openedAt,
    closesAt: addMilliseconds(openedAt, VOTING_DAYS * millisecondsInDay),
    needed: votesNeeded(await countMembers()),
  });
  if (!application) throw alreadyOpenError();
  await invalidate(PEOPLE);
  await announce({ kind: "applied", applicationId: application.id, applicantId: writer.id });
  return application;
}

/**
 * Votes on an application; a deciding vote in favour makes the applicant a member.
 * @throws ServiceError `forbidden` for non-members and for the viewer's own application, `notFound`, or `conflict` for
 *   a second vote or a closed application
 */
export async function voteOnApplication(
  viewer: Viewer | null,
  id: string,
  approve: boolean,
): Promise<Application> {
  const writer = requireWriter(viewer, "Please log in to vote.");
  if (!mayVote(writer)) {
    recordEvent({ kind: "permission-denied", user: writer.id, action: "vote" });
    throw notMemberError();
  }
  const vote = { userId: writer.id, name: writer.name, approve, at: new Date() };
  const application = await addVote(id, vote);
  if (application && !(await findUser(writer.id))?.isMember) {
    // The membership was revoked while the vote was added; `dropVotesOf` may have run before.
    await withdrawVotes(writer.id, new Date(), vote.at);
    throw notMemberError();
  }
  if (application) {
    await announceVote(application);
    return carryOut(application);
  }
  // The vote was rejected; find out why.
  const current = await findApplication(id);
  if (!current) throw notFoundError("Application");
  if (current.userId === writer.id) {
    recordEvent({ kind: "permission-denied", user: writer.id, action: "vote-on-own-application" });
    throw new ServiceError("forbidden", "You cannot vote on your own application.");
  }
  const isSecond = current.votes.some(({ userId }) => userId === writer.id);
  throw new ServiceError(
    "conflict",
    isSecond ? "You have already voted on this application." : "This application is closed.",
  );
}

/** Announces a vote, and the decision if it was the deciding one. */
async function announceVote(application: Application): Promise<void> {
  const { id, userId, votes, status } = application;
  await announce({ kind: "voted", applicationId: id, applicantId: userId, votes: votes.length });
  if (status !== "pending") await announceDecisions([application]);
}

/** Announces the decisions on those of some applications that are decided. */
async function announceDecisions(applications: readonly Application[]): Promise<void> {
  for (const { id, userId } of applications) {
    await announce({ kind: "decided", applicationId: id, applicantId: userId });
  }
  if (applications.length) await invalidate(PEOPLE);
}

const notMemberError = () =>
  new ServiceError("forbidden", "Only members can vote on applications.");

/** Whether an application was approved but, because of a crash, the applicant is not a member yet. */
const isAwaitingAdmission = ({ status, carriedOut }: Application) =>
  status === "approved" && !carriedOut;

/**
 * Makes the applicant of an approved application a member, once. Running again after an admin has revoked
 * the membership does not restore it.
 * @returns the application, with `carriedOut` set if it was due
 */
export async function carryOut(application: Application): Promise<Application> {
  if (!isAwaitingAdmission(application)) return application;
  const { id, userId } = application;
  // The order matters: an admin's change first marks the applications as carried out and then increments
  // the counter, so one of the two checks sees it.
  const orders = await countMembershipOrders(userId);
  const current = await findApplication(id);
  if (current && isAwaitingAdmission(current)) {
    await admitMember(userId, orders);
    recordEvent({ kind: "membership-changed", user: userId, isMember: true, by: "vote" });
    await markCarriedOut(id);
    await invalidate(PEOPLE, accountTag(userId));
  }
  return { ...application, carriedOut: true };
}

/** Carries out approvals: those that a crash interrupted, and those that a withdrawn vote has decided. */
export async function carryOutApprovals(): Promise<void> {
  for (const application of await listAwaitingAdmission(HANDLED_AT_ONCE)) {
    await carryOut(application);
  }
}

/**
 * Drops the votes of somebody who is no longer a member from all open applications, which may decide them, and takes
 * back what only members are told.
 */
export async function dropVotesOf(userId: string): Promise<void> {
  const now = new Date();
  await closeOverdue(now);
  const voted = await listVotedBy(userId, HANDLED_AT_ONCE);
  await withdrawVotes(userId, now);
  await carryOutApprovals();
  await announceDecisions(voted.filter(({ status }) => status === "pending"));
  await forgetNotices([userId], "applicant");
}

/** Stores what time has decided: closes expired applications, and carries out approvals. */
export async function settleApplications(): Promise<void> {
  await closeOverdue(new Date());
  await carryOutApprovals();
}

/** Closes expired applications. Announced first, so that a crash in between loses nothing. */
async function closeOverdue(now: Date): Promise<void> {
  await announceDecisions(await listExpired(now, HANDLED_AT_ONCE));
  await closeExpired(now);
}

/** @returns whether a user is a member, and their newest application */
export async function readStanding(viewer: Viewer) {
  const own = await findLatestApplication(viewer.id);
  return {
    isMember: viewer.isMember || (own !== null && isAwaitingAdmission(own)),
    own: own && closedIfExpired(own, new Date()),
  };
}

/** An application as it is read: undecided after its voting period, even if that is not stored yet. */
const closedIfExpired = (application: Application, now: Date): Application =>
  application.status === "pending" && application.closesAt <= now
    ? { ...application, status: "undecided", closedAt: application.closesAt }
    : application;

/**
 * @param place where the page of open applications begins or ends
 * @returns the membership data that the viewer may see: a visitor has no standing, and only members see others'
 *   applications
 */
export async function readMembership(viewer: Viewer | null, place: Place = {}) {
  const now = new Date();
  const seesAll = mayVote(viewer);
  const [members, standing, pending, closed] = await Promise.all([
    countMembers(),
    viewer && readStanding(viewer),
    seesAll ? readOpen(place, now) : null,
    seesAll ? listClosed(now) : [],
  ]);
  return { members, standing, pending, closed };
}

/** @returns how many applications are open, and when the vote on the first of them ends: all that visitors may know */
export async function readOpenVotes() {
  const now = new Date();
  const [total, { items }] = await Promise.all([
    countOpen(now),
    listOpenApplications({ limit: 1, now }),
  ]);
  return { ...total, closesAt: items[0]?.closesAt ?? null };
}

async function countOpen(now: Date) {
  const found = await countOpenApplications(now, MAX_COUNT + 1);
  return { count: Math.min(found, MAX_COUNT), isMore: found > MAX_COUNT };
}

export type OpenApplications = Awaited<ReturnType<typeof readOpen>>;

/** The total is a lower bound if `isMore`. */
async function readOpen(place: Place, now: Date) {
  const [page, total] = await Promise.all([
    listOpenApplications({ ...place, limit: OPEN_PER_PAGE, now }),
    countOpen(now),
  ]);
  return { ...page, isFirst: !place.after && !place.before, total };
}

async function listClosed(now: Date): Promise<Application[]> {
  const lists = await Promise.all([
    ...(["approved", "declined", "undecided"] as const).map((status) =>
      listApplications(status, MAX_CLOSED_SHOWN),
    ),
    listExpired(now, MAX_CLOSED_SHOWN),
  ]);
  return lists
    .flat()
    .map((application) => closedIfExpired(application, now))
    .sort((a, b) => Number(b.closedAt) - Number(a.closedAt))
    .slice(0, MAX_CLOSED_SHOWN);
}
