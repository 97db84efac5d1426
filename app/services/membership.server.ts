import { mayVote } from "~/domain/permissions";
import { VOTING_DAYS, votesNeeded } from "~/domain/membership";
import type { Viewer } from "~/domain/viewer";
import {
  addVote,
  closeExpired,
  createApplication,
  findApplication,
  findApplicationOf,
  listApplications,
  markCarriedOut,
  type Application,
} from "~/models/application.server";
import { countMembers, setMember } from "~/models/user.server";
import type { ApplicationInput } from "~/schemas/membership";
import { notFound, Refusal, unauthenticated } from "./errors";

export type { Application } from "~/models/application.server";

const DAY_MS = 86_400_000;
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
  if (!viewer) throw unauthenticated("Please log in to apply.");
  if (viewer.isMember) throw new Refusal("conflict", "You are a member already.");
  const openedAt = new Date();
  await closeExpired(openedAt);
  const application = await createApplication({
    userId: viewer.id,
    name: viewer.name,
    statement,
    openedAt,
    closesAt: new Date(openedAt.getTime() + VOTING_DAYS * DAY_MS),
    needed: votesNeeded(await countMembers()),
  });
  if (!application) throw new Refusal("conflict", "You have an application open already.");
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
  if (!viewer) throw unauthenticated("Please log in to vote.");
  if (!mayVote(viewer)) throw new Refusal("forbidden", "Only members vote on applications.");
  const vote = { userId: viewer.id, name: viewer.name, approve, at: new Date() };
  const application = await addVote(id, vote);
  if (application) return carryOut(application);
  // The vote did not count: the application as it is says why.
  const current = await findApplication(id);
  if (!current) throw notFound("Application");
  if (current.userId === viewer.id) {
    throw new Refusal("forbidden", "Nobody votes on an application of their own.");
  }
  const isSecond = current.votes.some(({ userId }) => userId === viewer.id);
  throw new Refusal(
    "conflict",
    isSecond ? "You have voted on this application." : "This application is closed.",
  );
}

/** Makes the applicant a member if that was decided and not done yet, also after a crash between. */
async function carryOut(application: Application): Promise<Application> {
  if (application.status !== "approved" || application.carriedOut) return application;
  await setMember(application.userId, true);
  await markCarriedOut(application.id);
  return { ...application, carriedOut: true };
}

/** What the page of the organisation shows a viewer. */
export interface MembershipView {
  members: number;
  /** The viewer's newest application. */
  own: Application | null;
  /** For members: what can be voted on. */
  pending: Application[];
  /** What was decided lately, for members with who voted how. */
  closed: Application[];
}

/** @returns how membership stands, as the viewer may see it: others' statements are for members */
export async function readMembership(viewer: Viewer | null): Promise<MembershipView> {
  await closeExpired(new Date());
  const [members, own, pending, approved, declined, undecided] = await Promise.all([
    countMembers(),
    viewer ? findApplicationOf(viewer.id).then((found) => found && carryOut(found)) : null,
    mayVote(viewer) ? listApplications("pending", SHOWN) : [],
    ...(["approved", "declined", "undecided"] as const).map((status) =>
      mayVote(viewer) ? listApplications(status, SHOWN) : Promise.resolve([]),
    ),
  ]);
  const closed = [...(approved ?? []), ...(declined ?? []), ...(undecided ?? [])];
  closed.sort((a, b) => Number(b.closedAt) - Number(a.closedAt));
  return { members, own, pending, closed: closed.slice(0, SHOWN) };
}
