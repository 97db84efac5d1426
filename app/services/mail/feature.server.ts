import { readMailsTo } from "~/models/mail.server";
import { readMailSettingsOf, removeMailSettings } from "~/models/mail-settings.server";
import type { Feature } from "../feature";
import { forgetMailsTo } from "./outbox.server";

/** The mails that are not delivered yet, and what people are mailed. */
export const mail: Feature = {
  async deleteFor({ id }) {
    await forgetMailsTo(id);
    await removeMailSettings(id);
  },
  exported: { mails: readMailsTo, mailSettings: readMailSettingsOf },
};
