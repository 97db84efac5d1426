import { listLinksOf, removeLinksOf } from "~/models/account-link.server";
import { removeChunksOf, removeExportOf } from "~/models/export.server";
import { listInvitationsOf, removeInvitationsOf } from "~/models/invitation.server";
import { listPasskeys, removePasskeysOf } from "~/models/passkey.server";
import { removeStepsOf } from "~/models/pending-step.server";
import { forgetLimits } from "~/models/rate-limits.server";
import { removeSecondFactor } from "~/models/second-factor.server";
import { listSignIns } from "~/models/session.server";
import type { Feature } from "../feature";

/** More sessions than anybody has. */
const MOST_SESSIONS = 10_000;

/** What belongs to one account: its sessions, passkeys, second factor, links and exports. */
export const accounts: Feature = {
  async deleteFor({ id, email }) {
    await forgetLimits(id, email);
    await removeLinksOf(id);
    await removeSecondFactor(id);
    await removePasskeysOf(id);
    await removeStepsOf(id);
    await removeInvitationsOf(id);
    // In this order: a job that is writing this export notices that it is gone, and removes the chunks it adds.
    await removeExportOf(id);
    await removeChunksOf(id);
  },
  exported: {
    sessions: (userId) => listSignIns(userId, MOST_SESSIONS),
    passkeys: listPasskeys,
    links: listLinksOf,
    invitations: (userId) => listInvitationsOf(userId, new Date()),
  },
};
