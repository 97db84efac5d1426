/** Who may administer: each role × act × their own or another account, by form, by call and by page. */
import { expect, test } from "vitest";
import { loader as overviewPage } from "~/routes/admin/overview";
import { loader as peoplePage } from "~/routes/admin/people";
import { action as personByForm, loader as personPage } from "~/routes/admin/person";
import { action as settingsByForm } from "~/routes/admin/settings";
import { setRoleOf } from "~/services/moderation/roles.server";
import { useDatabase } from "../setup/database";
import { kindOf } from "../setup/outcomes";
import { addSignedIn } from "../setup/people";
import {
  addRole,
  byCall,
  byForm,
  byPage,
  roleNames,
  tryOut,
  type Refusal,
} from "../setup/role-acts";

useDatabase();

const personActs: Record<string, Record<string, string>> = {
  setModerator: { isMade: "yes" },
  setMembership: { isMade: "yes" },
  resetFactors: {},
  mailPasswordReset: {},
  endSessionsOf: {},
  removeAccount: { content: "keep" },
};

test.each(roleNames)("%s", { timeout: 60_000 }, async (role) => {
  const who = await addRole(role);
  const moderator = (await addRole("moderator"))!.viewer;
  const refused: Refusal | null =
    role === "visitor" ? "unauthenticated" : role === "administrator" ? null : "forbidden";
  const shared = await addSignedIn();
  const cells: Parameters<typeof tryOut>[0][number][] = [];
  for (const isOwn of who ? [false, true] : [false]) {
    for (const [intent, fields] of Object.entries(personActs)) {
      const expected = refused ?? (isOwn ? "forbidden" : null);
      cells.push({
        ...{ name: `${intent} (${isOwn ? "own" : "foreign"})`, expected },
        async make() {
          const { id, name } = (isOwn ? who! : expected ? shared : await addSignedIn()).viewer;
          const sent = { ...fields, intent, ...(intent === "removeAccount" && { name }) };
          return { form: byForm(who, personByForm, `/admin/people/${id}`, { id }, sent) };
        },
      });
    }
  }
  const { id } = shared.viewer;
  const appoint = async (to: string, appointed: "moderator" | "administrator") => ({
    service: async () => {
      const answer = await kindOf(setRoleOf(who?.viewer ?? null, to, appointed));
      return answer === "ok" ? "allowed" : answer;
    },
  });
  cells.push(
    ...[overviewPage, peoplePage].map((loader, i) => ({
      ...{ name: `read page ${i} of the desk`, expected: refused },
      make: async () => ({ page: byPage(who, loader, "/admin") }),
    })),
    {
      ...{ name: "read an account", expected: refused },
      make: async () => ({ page: byPage(who, personPage, `/admin/people/${id}`, { id }) }),
    },
    { name: "appoint a moderator", expected: refused, make: () => appoint(id, "moderator") },
    {
      ...{ name: "appoint an administrator", expected: refused ?? ("forbidden" as const) },
      make: () => appoint(id, "administrator"),
    },
    {
      ...{ name: "change the settings", expected: refused },
      make: async () => ({
        form: byForm(
          who,
          settingsByForm,
          "/admin/settings",
          {},
          {
            ...{ intent: "changeSite", name: "A site", signUp: "open", revision: "0" },
          },
        ),
      }),
    },
    {
      ...{ name: "undo all of a moderator", expected: refused },
      make: async () => ({
        call: byCall(who, "/api/moderation/decisions/undo-all", {
          ...{ moderator: moderator.name, note: "Because of this." },
        }),
      }),
    },
  );
  if (who) {
    cells.push({
      ...{ name: "change their own role", expected: "forbidden" },
      make: () => appoint(who.viewer.id, "moderator"),
    });
  }
  expect((await tryOut(cells)).faults).toEqual([]);
});
