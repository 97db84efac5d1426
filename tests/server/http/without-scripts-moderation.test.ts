/** Moderators lock, hide, restore and undo without scripts, and people who are suspended read why they cannot write. */
import { expect, test } from "vitest";
import type { Role } from "~/domain/permissions";
import { findHiddenText } from "~/models/hidden-text.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { decide } from "~/services/moderation/decide.server";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";
import { PlainBrowser } from "../../setup/plain-browser";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);

const addModerator = (role: Role = "moderator") => addSignedIn({ role });

test("suspended people read why in the place of each form to write, and lose no text", async () => {
  const person = await addSignedIn({ createdAt: new Date() });
  const { id } = await addArticle({ author: person.viewer });
  const comment = await commentOnArticle(person.viewer, id, { content: "Mine." });
  const path = `/article/${id}`;
  const [before, writing] = [await open(path, person), await open("/community/new", person)];
  const moderator = await addModerator();
  const { id: decision } = await decide(
    moderator.viewer,
    { kind: "person", id: person.viewer.id },
    { decision: "suspend", reason: "spam", note: "Only advertisements." },
  );
  const home = async () => (await open("/", person)).text;
  await expect.poll(home, { timeout: 20_000 }).toContain("Your account is suspended");
  const refused = await before.press("Post Comment", { "Add a comment": "An hour of thought." });
  expect(refused.status).toBe(403);
  expect(refused.part("alert").text).toMatch(/^Your account is suspended for good/);
  expect(refused.field("Add a comment").value).toBe("An hour of thought.");
  const fields = { Title: "Typed", Summary: "In vain", Link: "https://example.org/in-vain" };
  expect((await writing.press("Post Article", fields)).field("Title").value).toBe("Typed");
  for (const [form, button] of [
    [path, "Post Comment"],
    [`${path}?reply=${comment.id}`, "Post Reply"],
    [`${path}/edit`, "Save changes"],
    [`/comment/${comment.id}/edit`, "Save changes"],
    ["/community", "Post Article"],
    ["/community/new", "Post Article"],
    ["/macro", "Add a Review"],
    ["/macro?review=new", "Submit Review"],
    ["/partner", "Send Application"],
  ] as const) {
    const main = (await open(form, person)).part("main");
    expect(main.text, form).toContain("While your account is suspended, you cannot write here.");
    expect(main.links(/how to appeal$/)[0]!.get("href")).toBe(`/moderation/decisions/${decision}`);
    expect(main.buttons(button), form).toEqual([]);
  }
  expect((await open("/", person)).part("header").links("Write")).toEqual([]);
});

test("a locked thread takes no answers, and a comment on a locked article comes back", async () => {
  const [ada, reader] = [await addModerator(), await addSignedIn()];
  const { id } = await addArticle();
  const path = `/article/${id}`;
  const comment = await commentOnArticle(reader.viewer, id, { content: "A quarrel." });
  const reasons = { Decision: "lock", Reason: "abuse", Facts: "They insult each other." };
  const lock = async (kind: string, lockedId: string) => {
    const page = await open(`/moderation/decide/${kind}/${lockedId}`, ada);
    return (await page.press("Decide", reasons)).path;
  };
  const answering = await open(`${path}?reply=${comment.id}`, reader);
  expect(await lock("comment", comment.id)).toMatch(/^\/moderation\/decisions\/\w{24}$/);
  const refused = await answering.press("Post Reply", {
    [`Reply to ${reader.viewer.name}`]: "No!",
  });
  expect(refused.part("alert").text).toBe("This discussion is locked.");
  expect(refused.text).toContain("No!");
  const page = await open(path, reader);
  expect(page.part(`#comment-${comment.id}`).text).toContain("Locked by moderators: Abuse");
  expect(page.links(/^Reply to/)).toEqual([]);
  await lock("article", id);
  const late = await page.press("Post Comment", { "Add a comment": "Too late." });
  expect(late.field("Add a comment").value).toBe("Too late.");
  expect((await open(path, reader)).buttons("Post Comment")).toEqual([]);
});

test("a hidden text is restored from the list, and all decisions of a moderator are undone", async () => {
  const [ada, root] = [await addModerator(), await addModerator("administrator")];
  const { id } = await addArticle({ title: "Rates" });
  const facts = { Decision: "hide", Reason: "other", Rule: "3", Facts: "It is an advertisement." };
  const hide = async (textId: string) =>
    (await open(`/moderation/decide/article/${textId}`, ada)).press("Decide", facts);
  await hide(id);
  let page = await open("/moderation/hidden", ada);
  page = await page.part("li", "Rates").press(/^Restore/);
  expect(page.part("h1").text).toBe("Your article “Rates” was restored.");
  expect(page.text).toContain("I looked at it again, and it can stay.");
  expect(page.text).toContain("rule 3");
  expect(await findHiddenText(id)).toBeNull();

  const other = await addArticle();
  await hide(other.id);
  page = await (await open("/moderation/decided", root)).pressReturn("by", { by: ada.viewer.name });
  page = await page.press("Undo all decisions");
  expect(page.status).toBe(400);
  await page.press("Undo all decisions", { Why: "They were bought." });
  await expect.poll(() => findHiddenText(other.id), { timeout: 40_000 }).toBeNull();
  expect((await open(page.path, ada)).part("main").links("Undo all decisions")).toEqual([]);
});
