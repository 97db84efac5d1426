import { forgetChanger } from "~/models/setting-change.server";
import type { Feature } from "../feature";

/** The settings of the site. */
export const siteSettings: Feature = {
  deleteFor: ({ id }) => forgetChanger(id),
};
