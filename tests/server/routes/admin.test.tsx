/** The operator’s desk: who gets its pages, and what a stolen session can do there. */
import { addMinutes } from "date-fns/addMinutes";
import { addSeconds } from "date-fns/addSeconds";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setRole } from "~/models/user-role.server";
import { action as passkeyAction } from "~/routes/admin/passkey";
import * as layout from "~/routes/admin/layout";
import * as personPage from "~/routes/admin/person";
import type { adminAction } from "~/utils/forms/admin-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { useDatabase } from "../../setup/database";
import { addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { ask, type Handler } from "../../setup/routes";

useDatabase();

type AdminAction = ReturnType<typeof adminAction>;
interface RouteModule {
  loader?: Handler;
  action?: Handler | AdminAction;
  default?: unknown;
}

/** All routes of the desk, so that a new one is tested as well. */
const routes = Object.entries(
  import.meta.glob<RouteModule>("/app/routes/admin/**/*.{ts,tsx}", { eager: true }),
);
const pages = routes.filter(([, { loader, default: Page }]) => loader && Page);
const actions = routes.flatMap(([path, { action }]) => (action ? [[path, action] as const] : []));
const forms = actions.flatMap(([path, action]) =>
  "intents" in action
    ? action.intents.map((intent) => [path, intent, action as Handler] as const)
    : [],
);

const START = new Date("2026-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());
const pass = () => vi.setSystemTime(addSeconds(addMinutes(START, 10), 1));

async function addAdministrator() {
  const person = await signUpSomebody();
  await setRole(person.viewer.id, "administrator");
  return person;
}

/** Everything that is stored, other than what counts requests. */
async function stored() {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const kept = collections.filter(({ collectionName: name }) => !/^(events|.*limits)$/.test(name));
  const rows = await Promise.all(kept.map((one) => one.find().toArray()));
  return kept.map(({ collectionName }, index) => [collectionName, rows[index]]);
}

const post = (
  action: Handler,
  { cookie, id = "", ...fields }: { cookie: string; id?: string } & Record<string, string>,
) =>
  ask(action, "/admin", {
    cookie,
    params: { id },
    body: new URLSearchParams(fields),
    address: "192.0.2.9",
  });

const errorsOf = ({ data }: { data: unknown }) => (data as FormResult).submission?.error;

test("every form of the desk goes through adminAction", () => {
  const others = actions.filter(([, action]) => !("intents" in action)).map(([path]) => path);
  expect(others).toEqual(["/app/routes/admin/passkey.ts"]);
  expect(forms.map(([, intent]) => intent)).toContain("removeAccount");
});

test("the pages are for administrators only", async () => {
  const reader = await addSignedIn({ isMember: true });
  const moderator = await addSignedIn();
  await setRole(moderator.viewer.id, "moderator");
  const params = { id: reader.viewer.id, name: "rules", version: "1" };
  for (const [path, { loader }] of pages) {
    for (const { cookie } of [reader, moderator]) {
      expect((await ask(loader!, "/admin", { cookie, params })).status, path).toBe(403);
    }
    const visitor = await ask(loader!, "/admin", { params });
    expect([visitor.status, visitor.location], path).toEqual([302, "/login?redirectTo=/admin"]);
  }
});

describe("a stolen session", () => {
  test("without the password cannot send any form", async () => {
    const [{ cookie }, victim] = [await addAdministrator(), await addSignedIn()];
    pass();
    const before = await stored();
    for (const [path, intent, action] of forms) {
      for (const currentPassword of ["", "wrong horse 2!", "a".repeat(300)]) {
        const { id } = victim.viewer;
        const answer = await post(action, { cookie, id, intent, currentPassword });
        expect(answer.status, `${path} ${intent}`).toBe(currentPassword ? 400 : 403);
        expect(Object.keys(errorsOf(answer) ?? {})).toContain("currentPassword");
        expect(JSON.stringify(answer.data)).not.toContain("wrong horse");
      }
    }
    expect(await stored()).toEqual(before);
  });

  test("does not get a challenge for somebody else’s passkey", async () => {
    const { cookie } = await addAdministrator();
    pass();
    const answer = { id: "AAAA", response: {} };
    const fields = { cookie, intent: "finish", answer: JSON.stringify(answer) };
    expect((await post(passkeyAction, fields)).status).toBe(401);
  });
});

test("only administrators can send the forms", async () => {
  const { cookie, viewer } = await signUpSomebody();
  await setRole(viewer.id, "moderator");
  const before = await stored();
  for (const [path, intent, action] of forms) {
    const sent = await post(action, { cookie, intent, currentPassword: PASSWORD });
    const anonymous = await post(action, { cookie: "", intent });
    expect([sent.status, anonymous.status], `${path} ${intent}`).toEqual([403, 401]);
  }
  expect(await stored()).toEqual(before);
});

describe("a form whose confirmation is due", () => {
  test("comes back with what was typed, and acts with the password in one go", async () => {
    const [{ cookie }, { viewer }] = [await addAdministrator(), await addSignedIn()];
    pass();
    const typed = { cookie, id: viewer.id, intent: "removeAccount", content: "keep" };
    const form = { ...typed, name: viewer.name };
    const refused = await post(personPage.action, form);
    expect((refused.data as FormResult).submission?.initialValue).toMatchObject({
      name: viewer.name,
      content: "keep",
    });
    const done = await post(personPage.action, { ...form, currentPassword: PASSWORD });
    expect([done.status, done.location]).toEqual([302, "/admin/people"]);
  });

  test("is not asked again for ten minutes, even if something else was wrong with it", async () => {
    const [{ cookie }, { viewer }] = [await addAdministrator(), await addSignedIn()];
    pass();
    const form = { cookie, id: viewer.id, intent: "removeAccount", name: "Another" };
    const wrong = await post(personPage.action, { ...form, currentPassword: PASSWORD });
    expect(Object.keys(errorsOf(wrong) ?? {})).toEqual(["content"]);
    const state = await ask(layout.loader, "/admin", { cookie });
    expect(state.data.confirmation).toMatchObject({ isDue: false });
    const again = await post(personPage.action, { ...form, content: "keep" });
    expect(Object.keys(errorsOf(again) ?? {})).toEqual(["name"]);
  });
});
