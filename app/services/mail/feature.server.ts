import { readMailsTo } from "~/models/mail.server";
import type { Feature } from "../feature";
import { forgetMailsTo } from "./outbox.server";

/** The mails that are not delivered yet. */
export const mail: Feature = {
  deleteFor: ({ id }) => forgetMailsTo(id),
  exported: { mails: readMailsTo },
};
