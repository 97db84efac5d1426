/** The operator’s desk by real forms, without scripts. */
import { expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { collection } from "../../setup/database";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../../setup/people";
import { png } from "../../setup/pictures";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { useSite, useSiteDatabase } from "../../setup/site";

// Its own, because the settings of a site apply to all who use it.
const site = useSite();
useSiteDatabase(site);
const main = (page: PlainPage) => page.part("main");

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);

async function openDesk() {
  const admin = await signUpSomebody();
  await setRole(admin.viewer.id, "administrator");
  const browser = new PlainBrowser(site().origin, admin.cookie);
  return { admin, browser, desk: await browser.open("/admin") };
}

/** Makes all sign-ins older than ten minutes. */
const age = () =>
  collection("sessions").updateMany({}, { $set: { confirmedAt: new Date(Date.now() - 660_000) } });

test("an administrator reads the numbers of the day, finds somebody and suspends them", async () => {
  const { desk } = await openDesk();
  const { viewer } = await addSignedIn();
  expect(main(desk).text).toMatch(/ [1-9]\d* today, /);
  const today = new Date().toISOString().slice(0, 10);
  expect(main(desk).all("tr", today)[0]?.text).toMatch(/ [1-9]/);
  expect((await main(desk).follow(/^\d+$/)).path).toBe("/moderation");
  const people = await main(desk).follow("People");
  const found = await people.pressReturn("The beginning of a name, or an email address", {
    q: viewer.email,
  });
  const person = await main(found).follow(viewer.name);
  const decide = await main(person).follow("Suspend, limit or warn");
  const decided = await main(decide).press("Decide", {
    decision: "suspend",
    "Days, for “Suspend”": "3",
    Reason: "spam",
    Facts: "Twenty advertisements.",
  });
  expect(decided.path).toMatch(/^\/moderation\/decisions\/[0-9a-f]{24}$/);
  expect((await findUser(viewer.id))?.suspension?.until).toBeInstanceOf(Date);
});

test("name, tagline and logo are changed, after the password was asked for, and put back", async () => {
  const { browser, desk } = await openDesk();
  await age();
  const settings = await main(desk).follow("Settings");
  const typed = { Name: "Agora", Tagline: "For all", "Accent colour": "#005a9c" };
  const refused = await settings.press("Save the settings", typed);
  expect(refused.status).toBe(403);
  expect(refused.field("Name").value).toBe("Agora");
  expect(refused.field("currentPassword").description).toContain("please confirm that it is you");
  const saved = await refused.press("Save the settings", { currentPassword: PASSWORD });
  expect(saved.text).toContain("name, tagline, accent");
  const visitor = await new PlainBrowser(site().origin).open("/");
  expect(visitor.text).toContain("For all");
  expect(visitor.part("title").text).toContain("Agora");

  const logo = new File([Uint8Array.from(png())], "logo.png", { type: "image/png" });
  const choose = await main(saved).follow("Choose a picture");
  const shown = await choose.press("Show this picture", { Picture: logo });
  expect(shown.text).toContain("Change or remove the picture");
  const src = shown.part("header").all("img")[0]?.get("src");
  expect((await fetch(new URL(src!, site().origin))).headers.get("Content-Type")).toBe("image/png");

  // The last form goes back to the settings of the environment.
  const history = main(await browser.open("/admin/settings"));
  expect(history.buttons("Back to this").length).toBeGreaterThan(1);
  const restored = await history.all("form").at(-1)!.press("Back to this");
  expect(restored.field("Name").value).toBe("Quorum");
});

test("a job is run, and its end is listed", async () => {
  const { admin, browser, desk } = await openDesk();
  const jobs = await main(desk).follow("Jobs");
  const started = await main(jobs).all("li", "Export")[0]!.press("Run now");
  expect(started.path).toBe("/admin/jobs");
  await expect
    .poll(async () => main(await browser.open("/admin/jobs")).text)
    .toMatch(
      new RegExp(`Export .* by ${admin.viewer.name} \\d+ lines written to .*ledger\\.jsonl`),
    );
});

/** The last test, because nobody signs up without an invitation after it. */
test("an administrator asks for invitations, a member gives one, and a moderator sees who came by it", async () => {
  const { desk } = await openDesk();
  await (
    await main(desk).follow("Settings")
  ).press("Save the settings", { "Who may sign up": "invitation" });

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
