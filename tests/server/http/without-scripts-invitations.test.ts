/** Signing up by invitation, by native forms. */
import { expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { useSite, useSiteDatabase } from "../../setup/site";

// Its own, because the settings of a site apply to all who use it.
const site = useSite();
useSiteDatabase(site);

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);

test("an administrator asks for invitations, a member gives one, and a moderator sees who came by it", async () => {
  const admin = await signUpSomebody();
  await setRole(admin.viewer.id, "administrator");
  const settings = await open("/admin/settings", admin);
  await settings.press("Save the settings", { "Who may sign up": "invitation" });

  const member = await addSignedIn();
  await (await open("/invitations", member)).press("Make an invitation");
  const made = await (await open("/invitations", member)).press("Make an invitation");
  expect(made.text).toContain("3 invitations left");
  const [withdrawn, good] = made.text.match(/http\S+\/signup\?invitation=\S+/g)!;
  const kept = await made.press("Withdraw");
  expect(kept.text).not.toContain(withdrawn);

  const passwords = { Password: PASSWORD, "Confirm password": PASSWORD };
  const entries = { Email: "invited@example.org", Name: "Invited", ...passwords };
  const signUp = (page: PlainPage, Invitation: string) =>
    page.part("main").press("Create account", { ...entries, Invitation });
  const refused = await signUp(await open("/signup"), withdrawn!);
  expect(refused.status).toBe(400);
  expect(refused.field("Invitation").description).toContain("This invitation does not exist");
  expect(refused.field("Invitation").value).toBe(withdrawn);
  expect(refused.field("Name").value).toBe("Invited");
  const linked = await open(good!);
  const { value } = linked.field("Invitation");
  expect(good).toContain(value);
  const welcome = await signUp(linked, value);
  expect(welcome.path).toContain("/welcome");
  expect((await open("/invitations", member)).text).toContain("Used on");

  const moderator = await addSignedIn();
  await setRole(moderator.viewer.id, "moderator");
  const tree = await open("/moderation/people/Invited/invitations", moderator);
  expect(tree.part("main").links(member.viewer.name)).toHaveLength(1);
  const root = await open(`/people/${member.viewer.name}`, moderator);
  expect(
    (await root.part("main").follow("Invitations")).part("main").links("Invited"),
  ).toHaveLength(1);
});
