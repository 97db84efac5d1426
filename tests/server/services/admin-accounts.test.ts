/** What administrators do to accounts, and who may. */
import { addDays } from "date-fns/addDays";
import { beforeEach, describe, expect, test } from "vitest";
import { findAccountById } from "~/models/account-list.server";
import { setRole, setSuspension } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import type { Viewer } from "~/domain/viewer";
import { authenticate } from "~/services/accounts/accounts.server";
import { readPasskeys } from "~/services/accounts/passkeys.server";
import {
  endSessions,
  mailPasswordReset,
  removeAccount,
  resetFactors,
  setMembership,
  setModerator,
} from "~/services/admin/accounts.server";
import { browseAccounts, readAccountForAdmin } from "~/services/admin/people.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { setRoleOf } from "~/services/moderation/roles.server";
import { collection, useDatabase } from "../../setup/database";
import { useInbox } from "../../setup/inbox";
import { kindOf } from "../../setup/outcomes";
import { addDevice } from "../../setup/passkeys";
import { addArticle, addUser, HERE, logIn, signUpSomebody } from "../../setup/people";
import { addSecondFactor } from "../../setup/second-factor";

useDatabase();
const inbox = useInbox();

const NOBODY = "65f0c0ffee65f0c0ffee65f0";
const inOrder = { show: "newest" } as const;

/** @returns the account as it is after a change of its role or suspension */
const now = async ({ id }: Viewer) => (await findUser(id))!;

async function addAdministrator(): Promise<Viewer> {
  const user = await addUser();
  await setRole(user.id, "administrator");
  return now(user);
}

let admin: Viewer;
let mara: Awaited<ReturnType<typeof signUpSomebody>>;
beforeEach(async () => {
  admin = await addAdministrator();
  mara = await signUpSomebody({ name: "Mara", isProven: true });
});

type Act = (viewer: Viewer | null, id: string) => Promise<unknown>;

const acts: Record<string, Act> = {
  "make a moderator": (viewer, id) => setModerator(viewer, id, true),
  "end the role of moderator": (viewer, id) => setModerator(viewer, id, false),
  "make a member": (viewer, id) => setMembership(viewer, id, true),
  "end a membership": (viewer, id) => setMembership(viewer, id, false),
  "reset factors": resetFactors,
  "mail a link": (viewer, id) => mailPasswordReset(viewer, id, { ...HERE, network: null }),
  "end sessions": endSessions,
  "delete an account": (viewer, id) =>
    removeAccount(viewer, id, { name: "Mara", content: "delete" }),
};
/** Everything that is stored, other than events. */
const stored = async () => ({
  users: await collection("users").find().toArray(),
  sessions: await collection("sessions").find().toArray(),
  links: await collection("account-links").find().toArray(),
  mails: await collection("mails").find().toArray(),
});

test("an account has to exist, and to be that of somebody else", async () => {
  const before = await stored();
  for (const [name, act] of Object.entries({ ...acts, read: readAccountForAdmin })) {
    for (const id of [NOBODY, "", "no id"]) {
      expect(await kindOf(act(admin, id)), name).toBe("notFound");
    }
    expect(await kindOf(act(admin, admin.id)), name).toBe(name === "read" ? "ok" : "forbidden");
  }
  expect(await stored()).toEqual(before);
});

test("administrators cannot be deleted, nor get or lose their role, in the browser", async () => {
  const other = await addAdministrator();
  const input = { name: other.name, content: "keep" } as const;
  expect(await kindOf(removeAccount(admin, other.id, input))).toBe("forbidden");
  expect(await kindOf(setModerator(admin, other.id, true))).toBe("forbidden");
  expect(await kindOf(setModerator(admin, other.id, false))).toBe("forbidden");
  expect(await kindOf(setRoleOf(admin, mara.viewer.id, "administrator"))).toBe("forbidden");
  expect((await now(other)).role).toBe("administrator");
  expect((await now(mara.viewer)).role).toBeUndefined();
  await setRoleOf("operator", other.id, null);
  expect((await now(other)).role).toBeUndefined();
});

describe("an administrator", () => {
  test("makes and unmakes moderators and members", async () => {
    await setModerator(admin, mara.viewer.id, true);
    await setMembership(admin, mara.viewer.id, true);
    expect(await now(mara.viewer)).toMatchObject({ role: "moderator", isMember: true });
    await setModerator(admin, mara.viewer.id, false);
    await setMembership(admin, mara.viewer.id, false);
    expect((await now(mara.viewer)).role).toBeUndefined();
    expect((await now(mara.viewer)).isMember).toBe(false);
  });

  test("ends all sessions and tokens, and the password stays", async () => {
    await endSessions(admin, mara.viewer.id);
    expect(await authenticate(mara.browserSecret, "browser")).toBeNull();
    expect(await authenticate(mara.token, "token")).toBeNull();
    expect(await logIn(mara.email, mara.password)).toBe("done");
  });

  test("removes a second factor and passkeys that were lost", async () => {
    await addSecondFactor(mara.viewer);
    await addDevice(mara.viewer);
    expect(await logIn(mara.email, mara.password)).not.toBe("done");
    await resetFactors(admin, mara.viewer.id);
    expect(await logIn(mara.email, mara.password)).toBe("done");
    expect(await readPasskeys(mara.viewer)).toEqual([]);
  });

  test("has a link to set a new password mailed to the person", async () => {
    await mailPasswordReset(admin, mara.viewer.id, { ...HERE, network: null });
    expect(await inbox.secret(mara.email, "/reset/")).toMatch(/^[\w-]{20,}$/);
  });

  test("deletes an account whose name they type, with or without its writings", async () => {
    const otto = await addUser({ name: "Otto" });
    for (const author of [mara.viewer, otto]) await addArticle({ author });
    const { id } = mara.viewer;
    const wrong = removeAccount(admin, id, { name: "mara", content: "delete" });
    await expect(wrong).rejects.toMatchObject({ details: { fieldErrors: { name: [/Mara/] } } });
    expect(await findAccountById(id)).not.toBeNull();
    await removeAccount(admin, id, { name: "Mara", content: "delete" });
    await removeAccount(admin, otto.id, { name: "Otto", content: "keep" });
    expect([await findAccountById(id), await findAccountById(otto.id)]).toEqual([null, null]);
    expect(await collection("articles").countDocuments()).toBe(1);
  });

  test("is named by the event of each act, until their own account is deleted", async () => {
    await addSecondFactor(mara.viewer);
    for (const act of Object.values(acts)) await act(admin, mara.viewer.id);
    const named = async (administrator: string) => {
      await storeCollectedEvents();
      const filter = { "details.administrator": administrator };
      return (await collection("events").find(filter).toArray()).map(({ kind }) => String(kind));
    };
    const kinds = [
      ...["account-deleted", "membership-changed", "membership-changed"],
      ...["password-reset-requested", "role-changed", "role-changed"],
      ...["second-factor-removed", "sessions-ended"],
    ];
    expect((await named(admin.id)).toSorted()).toEqual(kinds);
    await setRoleOf("operator", admin.id, null);
    await deleteAccount(admin.email);
    expect(await named(admin.id)).toEqual([]);
    expect(await collection("events").countDocuments({ "details.administrator": /./ })).toBe(
      kinds.length,
    );
  });
});

describe("accounts are found", () => {
  const names = async (query: Parameters<typeof browseAccounts>[1]) =>
    (await browseAccounts(admin, query)).items.map(({ name }) => name);

  test("by the beginning of their name, in any case, and by their whole address", async () => {
    await addUser({ name: "Marvin", hasUnprovenEmail: true });
    await addUser({ name: "Otto" });
    expect(await names({ ...inOrder, q: "mAR" })).toEqual(["Mara", "Marvin"]);
    expect(await names({ ...inOrder, q: "MARVIN@Example.org" })).toEqual(["Marvin"]);
    expect(await names({ ...inOrder, q: "marv@example.org" })).toEqual([]);
    expect(await names({ ...inOrder, q: "[" })).toEqual([]);
  });

  test("by role and suspension, and newest first in pages", async () => {
    await setSuspension(mara.viewer.id, { until: null, decisionId: NOBODY });
    const past = await addUser({ createdAt: addDays(new Date(), 1) });
    await setSuspension(past.id, { until: new Date("2020-01-01"), decisionId: NOBODY });
    expect(await names({ show: "suspended" })).toEqual(["Mara"]);
    expect(await names({ show: "role" })).toEqual([admin.name]);
    expect(await names({ show: "newest" })).toEqual([
      past.name,
      expect.any(String),
      expect.any(String),
    ]);
  });

  test("with their sessions, factors and writings", async () => {
    await addDevice(mara.viewer);
    await addArticle({ author: mara.viewer });
    expect(await readAccountForAdmin(admin, mara.viewer.id)).toMatchObject({
      account: { name: "Mara", email: "mara@example.org", hasProvenEmail: true },
      lastSignInAt: expect.any(Date),
      sessions: 1,
      tokens: 0,
      hasSecondFactor: false,
      passkeys: 1,
      writings: { articles: 1, reviews: 0, comments: 0 },
    });
  });
});
