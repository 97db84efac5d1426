/** What pages show of applications: votes that are still being given stay secret but for their count. */
import type { Application } from "./membership.server";

const howMany = ({ votes }: Application, approve: boolean) =>
  votes.filter((vote) => vote.approve === approve).length;

const outlined = (application: Application) => ({
  id: application.id,
  name: application.name,
  statement: application.statement,
  openedAt: application.openedAt.toISOString(),
  closesAt: application.closesAt.toISOString(),
  needed: application.needed,
  approvals: howMany(application, true),
  declines: howMany(application, false),
});

/** An application to its applicant: how it stands, and no names. */
export const serializeOwnApplication = (application: Application) => ({
  ...outlined(application),
  status: application.status,
  closedAt: application.closedAt?.toISOString() ?? null,
});

/** An open application to a member, with what that member has to do with it. */
export const serializeOpenApplication = (
  application: Application,
  viewerId: string | undefined,
) => ({
  ...outlined(application),
  isOwn: application.userId === viewerId,
  /** What the viewer voted. */
  ownVote: application.votes.find(({ userId }) => userId === viewerId)?.approve ?? null,
});

/** A closed application to a member, with who voted how. */
export const serializeClosedApplication = (application: Application) => ({
  ...outlined(application),
  status: application.status,
  closedAt: (application.closedAt ?? application.closesAt).toISOString(),
  votes: application.votes.map(({ name, approve, at }) => ({
    name,
    approve,
    at: at.toISOString(),
  })),
});

export type OwnApplication = ReturnType<typeof serializeOwnApplication>;
export type OpenApplication = ReturnType<typeof serializeOpenApplication>;
export type ClosedApplication = ReturnType<typeof serializeClosedApplication>;

/** Where somebody stands, as pages say it. */
export interface SerializedStanding {
  isMember: boolean;
  own: OwnApplication | null;
}
