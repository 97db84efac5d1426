/** Serializers for applications. Individual votes stay secret while voting is open; only their numbers are shown. */
import type { Application, OpenApplications } from "~/services/membership/membership.server";

const countVotes = ({ votes }: Application, approve: boolean) =>
  votes.filter((vote) => vote.approve === approve).length;

const serializeCommon = (application: Application) => ({
  id: application.id,
  name: application.name,
  statement: application.statement,
  openedAt: application.openedAt.toISOString(),
  closesAt: application.closesAt.toISOString(),
  needed: application.needed,
  approvals: countVotes(application, true),
  declines: countVotes(application, false),
});

/** Serializes an application for its applicant: without voters' names. */
export const serializeOwnApplication = (application: Application) => ({
  ...serializeCommon(application),
  status: application.status,
  closedAt: application.closedAt?.toISOString() ?? null,
});

/** Serializes an open application for a member, with that member's own vote. */
export const serializeOpenApplication = (
  application: Application,
  viewerId: string | undefined,
) => ({
  ...serializeCommon(application),
  isOwn: application.userId === viewerId,
  /** The viewer's vote; `null` if they have not voted. */
  ownVote: application.votes.find(({ userId }) => userId === viewerId)?.approve ?? null,
});

/** Serializes a page of open applications for a member. */
export const serializeOpenApplications = (
  { items, ...page }: OpenApplications,
  viewerId: string | undefined,
) => ({ ...page, items: items.map((item) => serializeOpenApplication(item, viewerId)) });

/** Serializes a closed application for a member, with all votes. */
export const serializeClosedApplication = (application: Application) => ({
  ...serializeCommon(application),
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
export type OpenApplicationsPage = ReturnType<typeof serializeOpenApplications>;
export type ClosedApplication = ReturnType<typeof serializeClosedApplication>;

export interface SerializedStanding {
  isMember: boolean;
  own: OwnApplication | null;
}
