/** The services of the operator’s desk refuse everybody but administrators. */
import { expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { siteSettingsInput } from "~/schemas/site-settings";
import * as accounts from "~/services/admin/accounts.server";
import { readOverview } from "~/services/admin/overview.server";
import { browseAccounts, readAccountForAdmin } from "~/services/admin/people.server";
import { searchEvents } from "~/services/admin/site-events.server";
import { readJobs, startJob } from "~/services/admin/site-jobs.server";
import * as texts from "~/services/admin/site-texts.server";
import {
  changeSiteSettings,
  listSettingChanges,
} from "~/services/site-settings/change-settings.server";
import { setLogo, takeLogoAway } from "~/services/site-settings/logo.server";
import { goBackTo } from "~/services/site-settings/site-settings.server";
import { collection, useDatabase } from "../../setup/database";
import { kindOf } from "../../setup/outcomes";
import { addUser, HERE } from "../../setup/people";
import { png } from "../../setup/pictures";

useDatabase();

const text = { text: "# A\n\nb", version: 0 };
const settings = siteSettingsInput.parse({ revision: 0, signUp: "closed" });

const acts = (id: string): Record<string, (viewer: Viewer | null) => Promise<unknown>> => ({
  "make a moderator": (viewer) => accounts.setModerator(viewer, id, true),
  "make a member": (viewer) => accounts.setMembership(viewer, id, true),
  "reset factors": (viewer) => accounts.resetFactors(viewer, id),
  "mail a link": (viewer) => accounts.mailPasswordReset(viewer, id, { ...HERE, network: null }),
  "end sessions": (viewer) => accounts.endSessions(viewer, id),
  "delete an account": (viewer) =>
    accounts.removeAccount(viewer, id, { name: "Mara", content: "delete" }),
  "list accounts": (viewer) => browseAccounts(viewer, { show: "newest" }),
  "read an account": (viewer) => readAccountForAdmin(viewer, id),
  "read the numbers": readOverview,
  "search events": (viewer) => searchEvents(viewer, {}),
  "read the jobs": readJobs,
  "start a job": (viewer) => startJob(viewer, "recount"),
  "change the settings": (viewer) => changeSiteSettings(viewer, settings),
  "go back to settings": (viewer) => goBackTo(viewer, 0),
  "list changes of settings": listSettingChanges,
  "set a logo": (viewer) => setLogo(viewer, png()),
  "take a logo away": takeLogoAway,
  "list texts": texts.listSiteTexts,
  "read a text": (viewer) => texts.readSiteTextToEdit(viewer, "terms"),
  "read a version": (viewer) => texts.readTextChange(viewer, "terms", 0),
  "preview a text": (viewer) => texts.previewSiteText(viewer, "terms", text.text),
  "save a text": (viewer) => texts.saveSiteText(viewer, "terms", text),
  "go back to a text": (viewer) => texts.goBackToText(viewer, "terms", 0, 0),
});

const stored = async () => {
  const names = ["users", "sessions", "account-links", "mails", "job-runs", "logos"];
  const all = [...names, "setting-changes", "site-texts"];
  return Promise.all(all.map((name) => collection(name).find().toArray()));
};

test.each<[string, Partial<Viewer> | null]>([
  ["a visitor", null],
  ["a member", { isMember: true }],
  ["a moderator", { role: "moderator" }],
  [
    "a suspended administrator",
    { role: "administrator", suspension: { until: null, decisionId: "" } },
  ],
])("%s is refused everything that the desk does", async (_, powers) => {
  const mara = await addUser({ name: "Mara" });
  const viewer = powers && { ...(await addUser()), ...powers };
  const before = await stored();
  for (const [name, act] of Object.entries(acts(mara.id))) {
    expect(await kindOf(Promise.resolve().then(() => act(viewer))), name).toBe(
      viewer ? "forbidden" : "unauthenticated",
    );
  }
  expect(await stored()).toEqual(before);
});
