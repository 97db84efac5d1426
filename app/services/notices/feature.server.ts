import { removeAnnouncementsOf } from "~/models/announcement.server";
import { removeMailsAbout } from "~/models/mail.server";
import { transferActs } from "~/models/notice.server";
import { allPages, type Feature } from "../feature";
import { onceADay } from "../jobs/once-a-day.server";
import { takeBackNow } from "./deliver.server";
import { forgetNotices, readNoticesOf, trimNotices } from "./notices.server";

/** What people have been told. */
export const notices: Feature = {
  async deleteFor({ id, successor, withContent }) {
    await removeAnnouncementsOf(id);
    await forgetNotices([id]);
    // Upvotes are removed in any case.
    await takeBackNow([id], "upvote");
    if (withContent) await takeBackNow([id, successor.id]);
    else await transferActs(id, successor.id);
    // Mails to others name the account.
    await removeMailsAbout([id]);
  },
  exported: { notices: (userId) => allPages((page) => readNoticesOf(userId, page)) },
  upkeep: {
    async notices(_, stopping) {
      await onceADay("notices", ({ signal }) => trimNotices(signal), stopping);
    },
  },
};
