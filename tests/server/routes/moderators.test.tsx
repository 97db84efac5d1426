/** What moderators see and set beside the queue: what holds a person back, and whether they are named. */
import { expect, test } from "vitest";
import { findUser } from "~/models/user.server";
import { action as decideByForm } from "~/routes/moderation/decide";
import PersonPage, { loader as readPersonPage } from "~/routes/people/person";
import { action as changeSettings } from "~/routes/settings/profile";
import { decide } from "~/services/moderation/decide.server";
import { findDecision } from "~/models/decision-acts.server";
import { makeExport } from "../../setup/exports";
import { useDatabase } from "../../setup/database";
import { addSignedIn, addUser, type SignedIn } from "../../setup/people";
import { ask, render } from "../../setup/routes";

useDatabase();

const addModerator = () => addSignedIn({ role: "moderator" });
const reasons = { reason: "spam", note: "It advertises." } as const;

let formKey = 0;
const fields = (given: Record<string, string>) =>
  new URLSearchParams({
    ...given,
    answer: "data",
    formKey: String((formKey += 1)).padStart(32, "0"),
  });

test("moderators see on a person’s page until when they are held back, and nobody else does", async () => {
  const moderator = await addModerator();
  const person = await addSignedIn();
  const target = { kind: "person", id: person.viewer.id } as const;
  const limit = await decide(moderator.viewer, target, { decision: "limit", ...reasons });
  const suspension = await decide(moderator.viewer, target, {
    ...{ decision: "suspend", days: 3, ...reasons },
  });
  const see = async (by: SignedIn | null) => {
    const { name } = person.viewer;
    const asked = { params: { name }, cookie: by?.cookie };
    const { data } = await ask(readPersonPage, `/people/${name}`, asked);
    return render(PersonPage, data, { viewer: by?.viewer });
  };
  const seen = await see(moderator);
  expect(seen).toMatch(/Suspended until.*Limited until/s);
  for (const { id } of [limit, suspension]) expect(seen).toContain(`/moderation/decisions/${id}"`);
  for (const by of [null, person, await addSignedIn()]) {
    expect(await see(by)).not.toMatch(/Suspended|Limited until/);
  }
});

test("moderators choose whether they are named in decisions, and may choose otherwise each time", async () => {
  const moderator = await addModerator();
  const { cookie } = moderator;
  const choose = (isAnonymous: string, by = cookie) =>
    ask(changeSettings, "/settings", {
      cookie: by,
      body: fields({ intent: "changeModerator", ...(isAnonymous && { isAnonymous }) }),
    });
  expect((await choose("on", (await addSignedIn()).cookie)).status).toBe(403);
  expect((await choose("on")).status).toBe(200);
  const viewer = (await findUser(moderator.viewer.id))!;
  expect(viewer.isAnonymousModerator).toBe(true);
  expect((await makeExport({ viewer })).data.account).toMatchObject({ isAnonymousModerator: true });

  const newTarget = async () => ({ kind: "person" as const, id: (await addUser()).id });
  const isAnonymous = async (id: string) => (await findDecision(id))!.isAnonymous;
  const input = { decision: "warn", ...reasons } as const;
  expect(await isAnonymous((await decide(viewer, await newTarget(), input)).id)).toBe(true);
  const named = await decide(viewer, await newTarget(), { ...input, isAnonymous: false });
  expect(await isAnonymous(named.id)).toBe(false);
  const target = await newTarget();
  const { data } = await ask(decideByForm, `/moderation/decide/person/${target.id}`, {
    ...{ cookie, params: target, body: fields({ ...input, intent: "decide" }) },
  });
  expect(await isAnonymous((data as { posted: string }).posted)).toBe(false);

  await choose("");
  expect((await findUser(viewer.id))!.isAnonymousModerator).toBeUndefined();
});
