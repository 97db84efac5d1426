import { DAY_MS } from "~/domain/calendar-days";
import { mayVote } from "~/domain/permissions";
import { VOTING_DAYS, votesNeeded } from "~/domain/membership";
import type { Viewer } from "~/domain/viewer";
import {
  addVote,
  closeExpired,
  createApplication,
  findApplication,
  findLatestApplication,
  listApplications,
  listOpenApplications,
  markCarriedOut,
  type Application,
} from "~/models/application.server";
import { admitMember, countMembers, countMembershipOrders, findUser } from "~/models/user.server";
import type { ApplicationInput } from "~/schemas/membership";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";

export type { Application } from "~/models/application.server";

/** How many applications a page shows of each kind. */
const SHOWN = 50;

/**
 * Applies for membership.
 *
 * @throws Refusal `unauthenticated`, or `conflict` for a member and for who has an application open
 */
export async function applyForMembership(
  viewer: Viewer | null,
  { statement }: ApplicationInput,
): Promise<Application> {
  if (!viewer) throw unauthenticatedError("Please log in to apply.");
  if (viewer.isMember) throw new ServiceError("conflict", "You are a member already.");
  const openedAt = new Date();
  await closeExpired(openedAt);
  // Approved just before a crash: another application would hide the one that made this a member.
  const earlier = await findLatestApplication(viewer.id);
  if (earlier && isDue(earlier)) {
    await carryOut(earlier);
    throw new ServiceError("conflict", "You are a member already.");
  }
  const application = await createApplication({
    userId: viewer.id,
    name: viewer.name,
    statement,
    openedAt,
    closesAt: new Date(openedAt.getTime() + VOTING_DAYS * DAY_MS),
    needed: votesNeeded(await countMembers()),
  });
  if (!application) throw new ServiceError("conflict", "You have an application open already.");
  return application;
}

/**
 * Votes on an application; a vote that decides it in favour makes the applicant a member.
 *
 * @throws Refusal `unauthenticated`, `forbidden` for non-members and for one's own application,
 *   `notFound`, or `conflict` for a second vote and for one that came too late
 */
export async function voteOnApplication(
  viewer: Viewer | null,
  id: string,
  approve: boolean,
): Promise<Application> {
  if (!viewer) throw unauthenticatedError("Please log in to vote.");
  if (!mayVote(viewer)) throw new ServiceError("forbidden", "Only members vote on applications.");
  const vote = { userId: viewer.id, name: viewer.name, approve, at: new Date() };
  const application = await addVote(id, vote);
  if (application) return carryOut(application);
  // The vote did not count: the application as it is says why.
  const current = await findApplication(id);
  if (!current) throw notFoundError("Application");
  if (current.userId === viewer.id) {
    throw new ServiceError("forbidden", "Nobody votes on an application of their own.");
  }
  const isSecond = current.votes.some(({ userId }) => userId === viewer.id);
  throw new ServiceError(
    "conflict",
    isSecond ? "You have voted on this application." : "This application is closed.",
  );
}

/** Whether an application was approved and its applicant not made a member yet: a crash came between. */
const isDue = ({ status, carriedOut }: Application) => status === "approved" && !carriedOut;

/** Makes the applicant a member if that is due. It is done once, so that what the operator takes stays taken. */
export async function carryOut(application: Application): Promise<Application> {
  if (!isDue(application)) return application;
  const { id, userId } = application;
  // In this order: an order of the operator's settles the application first, and is counted last.
  const orders = await countMembershipOrders(userId);
  const current = await findApplication(id);
  if (current && isDue(current)) {
    await admitMember(userId, orders);
    await markCarriedOut(id);
  }
  return { ...application, carriedOut: true };
}

/** Where one person stands. */
export interface Standing {
  isMember: boolean;
  /** The newest application, if there ever was one. */
  own: Application | null;
}

/** @returns where the viewer stands; an approval that waits to be carried out is, by reading it */
export async function readStanding(viewer: Viewer): Promise<Standing> {
  await closeExpired(new Date());
  return standingOf(viewer);
}

async function standingOf(viewer: Viewer): Promise<Standing> {
  const own = await findLatestApplication(viewer.id);
  if (!own || !isDue(own)) return { isMember: viewer.isMember, own };
  const carriedOut = await carryOut(own);
  // The viewer was read before.
  return { isMember: (await findUser(viewer.id))?.isMember ?? false, own: carriedOut };
}

/** What the page of the organisation shows a viewer. */
interface MembershipView {
  members: number;
  /** Where the viewer stands; `null` for a visitor. */
  standing: Standing | null;
  /** For members: what can be voted on, that which closes soonest first. */
  pending: Application[];
  /** For members: what was decided lately, with who voted how. */
  closed: Application[];
}

/** @returns how membership stands, as the viewer may see it: others' statements are for members */
export async function readMembership(viewer: Viewer | null): Promise<MembershipView> {
  await closeExpired(new Date());
  const standing = viewer && (await standingOf(viewer));
  const seesAll = viewer && standing ? mayVote({ ...viewer, ...standing }) : false;
  const [members, pending, closed] = await Promise.all([
    countMembers(),
    seesAll ? listOpenApplications(SHOWN) : [],
    seesAll ? listClosed() : [],
  ]);
  return { members, standing, pending, closed };
}

async function listClosed(): Promise<Application[]> {
  const lists = await Promise.all(
    (["approved", "declined", "undecided"] as const).map((status) =>
      listApplications(status, SHOWN),
    ),
  );
  const closed = lists.flat().sort((a, b) => Number(b.closedAt) - Number(a.closedAt));
  // Whoever reads that somebody was approved should find that it is so.
  return Promise.all(closed.slice(0, SHOWN).map(carryOut));
}
