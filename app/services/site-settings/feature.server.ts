import { CHANGES_KEPT, forgetChanger, listChanges } from "~/models/setting-change.server";
import type { Feature } from "../feature";

async function* readChangesBy(userId: string) {
  for (const { at, changed } of await listChanges(CHANGES_KEPT, userId)) {
    yield { kind: "settings" as const, what: changed.join(", "), at };
  }
}

/** The settings of the site. */
export const siteSettings: Feature = {
  deleteFor: ({ id }) => forgetChanger(id),
  exported: { administration: readChangesBy },
};
