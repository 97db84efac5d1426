/** Who may sign up, and invitations: each is for one account. */
import { addDays } from "date-fns/addDays";
import { subDays } from "date-fns/subDays";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { invitationPath, MAX_INVITATIONS } from "~/domain/invitations";
import { findInvited } from "~/models/invitation.server";
import { findUser } from "~/models/user.server";
import { setLimitedUntil, setSuspension } from "~/models/user-role.server";
import { action as signUpByForm, loader as signUpPage } from "~/routes/accounts/account";
import { action, loader } from "~/routes/invitations/route";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import {
  invite,
  listInvitations,
  readInvitationTree,
  withdrawInvitation,
} from "~/services/accounts/invitations.server";
import { signUp } from "~/services/accounts/accounts.server";
import * as passwords from "~/services/accounts/passwords.server";
import * as settings from "~/services/site-settings/site-settings.server";
import { call } from "../../setup/api";
import { collection, rowsOf, setFields, useDatabase } from "../../setup/database";
import { inEnvironment } from "../../setup/environment";
import { kindOf } from "../../setup/outcomes";
import { addSignedIn, addUser, HERE, PASSWORD } from "../../setup/people";
import { ask, load } from "../../setup/routes";

useDatabase();

const old = () => subDays(new Date(), 30);
const addInviter = () => addUser({ createdAt: old() });

beforeEach(() => {
  vi.spyOn(passwords, "hashPassword").mockResolvedValue("no password has this hash");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function setMode(mode: "open" | "invitation" | "closed") {
  const now = await settings.readSiteSettings();
  vi.spyOn(settings, "readSiteSettings").mockResolvedValue({ ...now, signUp: mode });
}

let made = 0;
function newcomer(invitation?: string) {
  const name = `Newcomer${++made}`;
  return { name, email: `${name.toLowerCase()}@example.org`, password: PASSWORD, invitation };
}
const join = async (invitation?: string) => (await signUp(newcomer(invitation), HERE)).viewer;

test("while sign-up is closed, form and call refuse, with an invitation as well", async () => {
  const { code } = await invite(await addInviter());
  await setMode("closed");
  expect(await kindOf(join())).toBe("forbidden");
  expect(await kindOf(join(code))).toBe("forbidden");
  const body = newcomer();
  const response = await call("/api/auth/signup", { body });
  expect(response.status).toBe(403);
  const form = new URLSearchParams({ ...body, invitation: "", confirmPassword: PASSWORD });
  const answer = await ask(signUpByForm, "/signup", { body: form });
  expect(answer.status).toBe(403);
  expect(JSON.stringify(answer.data)).toContain("Nobody can sign up just now.");
  expect(await load(signUpPage, "/signup")).toMatchObject({ signUp: "closed" });
  expect(await rowsOf("users")).toHaveLength(1);
});

test("where an invitation is needed, each makes one account, whose inviter is kept", async () => {
  const inviter = await addUser({ name: "Walburga", createdAt: old() });
  await setMode("invitation");
  for (const code of [undefined, "", "x", "constructor"]) {
    const response = await call("/api/auth/signup", { body: newcomer(code) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      fieldErrors: { invitation: [expect.any(String)] },
    });
  }
  const { code, id } = await invite(inviter);
  expect(await load(signUpPage, invitationPath(code))).toMatchObject({ invitation: code });
  // A sign-up that fails leaves it unused.
  const taken = { ...newcomer(code), name: inviter.name };
  expect(await kindOf(signUp(taken, HERE))).toBe("conflict");
  const viewer = await join(code);
  expect(await findInvited(viewer.id)).toMatchObject({ inviterId: inviter.id });
  expect(await kindOf(join(code))).toBe("invalid");
  expect(await listInvitations(inviter)).toMatchObject([{ id, usedAt: expect.any(Date) }]);
  expect(await kindOf(withdrawInvitation(inviter, id))).toBe("notFound");
});

test("guesses of an invitation count as sign-ups, so that an address and its network have few", async () => {
  await setMode("invitation");
  const { code } = await invite(await addInviter());
  await inEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_SIGN_UP: "3" }, async () => {
    const outcomes = [];
    for (const guess of ["a", "b", "c", "d", code]) outcomes.push(await kindOf(join(guess)));
    expect(outcomes).toEqual(["invalid", "invalid", "invalid", "limited", "limited"]);
  });
  expect(await rowsOf("users")).toHaveLength(1);
});

test("of twenty sign-ups at once with one invitation, one succeeds", async () => {
  const inviter = await addInviter();
  await setMode("invitation");
  const { code } = await invite(inviter);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => kindOf(join(code))));
  expect(outcomes.filter((outcome) => outcome === "invalid")).toHaveLength(19);
  expect(await collection("users").countDocuments({ invitedBy: { $exists: true } })).toBe(1);
});

test("an account has five invitations; withdrawn and expired ones come back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  const inviter = await addInviter();
  const outcomes = await Promise.all(Array.from({ length: 9 }, () => kindOf(invite(inviter))));
  expect(outcomes.filter((outcome) => outcome === "conflict")).toHaveLength(4);
  const [first, second] = await listInvitations(inviter);
  await join(second!.code);
  await withdrawInvitation(inviter, first!.id);
  expect(await kindOf(join(first!.code))).toBe("invalid");
  expect((await invite(inviter)).code).not.toBe(first!.code);
  expect(await kindOf(invite(inviter))).toBe("conflict");
  const [, , third] = await listInvitations(inviter);
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  expect(await kindOf(join(third!.code))).toBe("invalid");
  expect(await listInvitations(inviter)).toMatchObject([{ id: second!.id }]);
  for (let left = MAX_INVITATIONS - 1; left > 0; left--) await invite(inviter);
  expect(await kindOf(invite(inviter))).toBe("conflict");
});

test("new, unproven and suspended accounts invite nobody", async () => {
  const suspended = await addInviter();
  const decisionId = "6791e8d9f0a1b2c3d4e5f607";
  await setSuspension(suspended.id, { until: null, decisionId });
  for (const viewer of [
    await addUser({ createdAt: new Date() }),
    { ...(await addInviter()), hasProvenEmail: false },
    { ...suspended, suspension: { until: null, decisionId } },
  ]) {
    expect(await kindOf(invite(viewer))).toBe("forbidden");
  }
  expect(await kindOf(invite(null))).toBe("unauthenticated");
  expect(await rowsOf("invitations")).toEqual([]);
});

test("invitations of people who are suspended or limited cannot be used", async () => {
  const inviter = await addInviter();
  const { code } = await invite(inviter);
  await setSuspension(inviter.id, { until: null, decisionId: "6791e8d9f0a1b2c3d4e5f607" });
  expect(await kindOf(join(code))).toBe("invalid");
  await setSuspension(inviter.id, null);
  await setLimitedUntil(inviter.id, addDays(new Date(), 1));
  expect(await kindOf(join(code))).toBe("invalid");
  await setLimitedUntil(inviter.id, null);
  expect(await kindOf(join(code))).toBe("ok");
});

test("the page and the calls make and withdraw them, each only one’s own", async () => {
  const { cookie, token } = await addSignedIn({ createdAt: old() });
  const other = await addSignedIn({ createdAt: old() });
  const post = (fields: Record<string, string>, by = cookie) =>
    ask(action, "/invitations", { cookie: by, body: new URLSearchParams(fields) });
  expect((await post({ intent: "invite" })).status).toBe(302);
  const made = await call("/api/invitations", { method: "POST", token });
  expect(made.status).toBe(201);
  const { id, url } = (await made.json()) as { id: string; url: string };
  expect(url).toMatch(/^https:\/\/site\.example\/signup\?invitation=[\w-]{22}$/);
  expect((await load(loader, "/invitations", { cookie })).invitations).toHaveLength(2);
  expect((await load(loader, "/invitations", { cookie: other.cookie })).invitations).toEqual([]);
  const withdraw = (by: string) => call(`/api/invitations/${id}`, { method: "DELETE", token: by });
  expect((await withdraw(other.token)).status).toBe(404);
  expect((await withdraw(token)).status).toBe(200);
  expect((await withdraw(token)).status).toBe(404);
  expect((await post({ intent: "withdrawInvitation", invitation: "x" })).status).toBe(404);
  expect(await (await call("/api/invitations", { token })).json()).toHaveLength(1);
});

test("the tree is kept, moderators alone read it, and who leaves is gone from it", async () => {
  const root = await addInviter();
  const child = await join((await invite(root)).code);
  await setFields("users", child.id, { createdAt: old(), hasUnprovenEmail: false });
  const known = await findUser(child.id);
  const grandchild = await join((await invite(known)).code);
  await invite(root);
  const moderator = { ...(await addUser()), role: "moderator" as const };
  expect(await kindOf(readInvitationTree(root, root.id))).toBe("forbidden");
  expect(await readInvitationTree(moderator, root.id)).toMatchObject({
    above: [],
    below: [[{ name: child.name }], [{ name: grandchild.name, inviterId: child.id }]],
  });
  expect(await readInvitationTree(moderator, grandchild.id)).toMatchObject({
    above: [{ id: child.id }, { id: root.id }],
    below: [],
  });
  await deleteAccount(root.email, { withContent: false });
  expect(await findInvited(child.id)).toMatchObject({ inviterId: null });
  expect(JSON.stringify(await rowsOf("users"))).not.toContain(root.id);
  expect(await rowsOf("invitations")).toHaveLength(1);
});
