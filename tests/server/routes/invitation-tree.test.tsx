/** The page on which moderators see who invited whom. */
import { expect, test } from "vitest";
import { addInvitation } from "~/models/invitation.server";
import { setRole } from "~/models/user-role.server";
import { createUser } from "~/models/user.server";
import Page, { loader } from "~/routes/moderation/invitations";
import { useDatabase } from "../../setup/database";
import { addSignedIn, addUser } from "../../setup/people";
import { ask, render } from "../../setup/routes";

useDatabase();

test("moderators alone see the tree of a person, in any spelling of the name", async () => {
  const root = await addUser({ name: "Walburga" });
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)];
  const invitation = await addInvitation(root.id, { most: 5, createdAt, expiresAt });
  const account = { email: "nell@example.org", name: "Nell", passwordHash: "none" };
  await createUser({ ...account, hasUnprovenEmail: true, invitation });
  const { viewer, cookie } = await addSignedIn();
  const askFor = (name: string) =>
    ask(loader, `/moderation/people/${name}/invitations`, { cookie, params: { name } });
  const see = async (name: string) => (await askFor(name)).data;
  expect((await askFor("Walburga")).status).toBe(403);
  await setRole(viewer.id, "moderator");
  expect((await askFor("nobody")).status).toBe(404);
  expect(await see("walburga")).toMatchObject({ above: [], below: [[{ name: "Nell" }]] });
  const seen = await see("Nell");
  expect(seen).toMatchObject({ above: ["Walburga"], below: [] });
  expect(render(Page, seen, { path: "/moderation/people/Nell/invitations" })).toContain(
    'href="/people/Walburga"',
  );
});
