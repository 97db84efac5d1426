/** The services of the operator’s desk refuse everybody but administrators. */
import { expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import {
  changeSiteSettings,
  listSettingChanges,
} from "~/services/site-settings/change-settings.server";
import { setLogo, takeLogoAway } from "~/services/site-settings/logo.server";
import { goBackTo } from "~/services/site-settings/site-settings.server";
import { collection, useDatabase } from "../../setup/database";
import { kindOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";

useDatabase();

const modules = import.meta.glob<Record<string, unknown>>("/app/services/admin/*.ts", {
  eager: true,
});
const settings = { changeSiteSettings, listSettingChanges, goBackTo, setLogo, takeLogoAway };

/** All that is exported, whatever it takes besides the viewer: nothing of it is looked at before the power. */
const acts = Object.entries(
  Object.assign({}, ...Object.values(modules), settings) as object,
).filter(
  (entry): entry is [string, (viewer: Viewer | null, ...more: object[]) => unknown] =>
    typeof entry[1] === "function",
);

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
  const viewer = powers && { ...(await addUser()), ...powers };
  const before = await stored();
  expect(Object.keys(modules)).not.toEqual([]);
  for (const [name, act] of acts) {
    expect(await kindOf((async () => act(viewer, {}, {}, {}))()), name).toBe(
      viewer ? "forbidden" : "unauthenticated",
    );
  }
  expect(await stored()).toEqual(before);
});
