import { PEOPLE, SITE_TEXTS } from "~/config/page-tags";
import {
  listApplicationIds,
  listVotedBy,
  readApplicationsOf,
  readVotesOf,
  removeApplicationsOf,
  transferVote,
} from "~/models/membership-application.server";
import type { Feature } from "../feature";
import { takeBack } from "../notices/announce.server";
import { dropVotesOf, settleApplications } from "./membership.server";

/** Votes per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

/** Applications for membership, and votes on them. */
export const membership: Feature = {
  async deleteFor({ id, successor }) {
    const applications = await listApplicationIds(id);
    await removeApplicationsOf(id);
    await takeBack(applications);
    await dropVotesOf(id);
    // Votes on closed applications are reassigned, so that they stay counted.
    for (let voted; (voted = await listVotedBy(id, BATCH_SIZE)).length; await dropVotesOf(id)) {
      for (const application of voted) await transferVote(application.id, id, successor);
    }
  },
  exported: { applications: readApplicationsOf, votes: readVotesOf },
  fixedPages: [["/partner"]],
  upkeep: { applications: settleApplications },
  cached: [{ path: "/partner", tags: [PEOPLE, SITE_TEXTS] }],
};
