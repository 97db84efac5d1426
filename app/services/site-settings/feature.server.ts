import { forgetJobStarter, listRunsBy } from "~/models/job-run.server";
import { CHANGES_KEPT, forgetChanger, listChanges } from "~/models/setting-change.server";
import type { Feature } from "../feature";

async function* readDoneBy(userId: string) {
  for (const { at, changed } of await listChanges(CHANGES_KEPT, userId)) {
    yield { kind: "settings" as const, what: changed.join(", "), at };
  }
  for (const { startedAt, job } of await listRunsBy(userId)) {
    yield { kind: "job" as const, what: job, at: startedAt };
  }
}

/** The settings of the site and its jobs: who changed and started them. */
export const siteSettings: Feature = {
  async deleteFor({ id }) {
    await forgetChanger(id);
    await forgetJobStarter(id);
  },
  exported: { administration: readDoneBy },
};
