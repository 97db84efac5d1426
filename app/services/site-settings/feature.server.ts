import { forgetJobStarter, listRunsBy } from "~/models/job-run.server";
import { CHANGES_KEPT, forgetChanger, listChanges } from "~/models/setting-change.server";
import { forgetTextSaver, readTextVersionsBy } from "~/models/site-text.server";
import type { Feature } from "../feature";

async function* readDoneBy(userId: string) {
  for (const { at, changed } of await listChanges(CHANGES_KEPT, userId)) {
    yield { kind: "settings" as const, what: changed.join(", "), at };
  }
  for await (const { at, name } of readTextVersionsBy(userId)) {
    yield { kind: "text" as const, what: name, at };
  }
  for (const { startedAt, job } of await listRunsBy(userId)) {
    yield { kind: "job" as const, what: job, at: startedAt };
  }
}

/** The settings of the site, its texts and its jobs: who changed and started them. */
export const siteSettings: Feature = {
  async deleteFor({ id }) {
    await forgetChanger(id);
    await forgetTextSaver(id);
    await forgetJobStarter(id);
  },
  exported: { administration: readDoneBy },
};
