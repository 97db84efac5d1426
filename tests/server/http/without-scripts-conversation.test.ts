/** People talk without scripts: they answer, are told, follow, save, block, and end mails from a mail. */
import { expect, test, vi } from "vitest";
import { mailedText } from "../../setup/mail-files";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);

const toast = (page: PlainPage) => page.part("status").text;

/** The link in the header, with the number of unread notices. */
const countOf = (page: PlainPage) => page.part("header").part("a", "Notices").text;

/** Waits until a page of somebody shows this number of unread notices, and follows the link to them. */
async function readNotices(person: SignedIn, unread: number): Promise<PlainPage> {
  const shown = unread ? `Notices , unread: ${unread}` : "Notices";
  const page = await vi.waitUntil(
    async () => {
      const opened = await open("/research", person);
      return countOf(opened) === shown && opened;
    },
    { timeout: 60_000 },
  );
  return page.part("header").follow(/^Notices/);
}

const commentWith = (page: PlainPage, text: string) => {
  const parts = page.part("#comments").all("li", text);
  return parts.find((part) => part.all("li", text).length === 0)!;
};

test("two people answer each other, and each is told until they leave, unsubscribe or block", async () => {
  const [ada, ben, cleo] = [
    await addSignedIn({ name: "Ada" }),
    await addSignedIn({ name: "Ben" }),
    await addSignedIn({ name: "Cleo" }),
  ];
  const title = "Rates and houses";
  const form = await open("/community", ada);
  const posted = await form.press("Post Article", {
    Title: title,
    Summary: "What it says, in short.",
    Link: "https://example.org/rates-and-houses",
  });
  const articlePath = (await posted.follow("View it")).url.pathname;

  // Ben comments; Ada is told in the header, on the page of notices, and by mail.
  let page = await open(articlePath, ben);
  page = await page.press("Post Comment", { "Add a comment": "Where are the data?" });
  expect(toast(page)).toContain("Comment posted!");
  const first = commentWith(page, "Where are the data?").get("id")!;
  let notices = await readNotices(ada, 1);
  expect(notices.path).toBe("/notices");
  page = await notices.part("main").follow(new RegExp(`Ben answered your article “${title}”$`));
  expect(page.part(`#${first}`).text).toContain("Where are the data?");
  expect(page.url.hash).toBe(`#${first}`);
  expect(countOf(page)).toBe("Notices");
  const mail = await mailedText(site(), "ada@example.org", "Ben answered your article");

  // The link of the mail itself, signed out: opening it changes nothing, one click ends such mails.
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const [, unsubscribe = ""] = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail) ?? [];
  const unsubscribePath = new URL(unsubscribe).pathname;
  expect(mail.slice(mail.indexOf("\n\n"))).toContain(unsubscribePath);
  const answers = async () =>
    (await open("/settings/notifications", ada)).field("Answers to what I wrote").value;
  expect((await open(unsubscribePath)).buttons(/^Stop mailing me “Answers/)).toHaveLength(1);
  expect(await answers()).toBe("at-once");
  const oneClick = { "List-Unsubscribe": "One-Click" };
  const ended = await fetch(site().origin + unsubscribePath, {
    method: "POST",
    body: new URLSearchParams(oneClick),
  });
  expect(ended.status).toBe(200);
  expect(await answers()).toBe("never");
  expect((await open(unsubscribePath)).part("main").text).toContain("We no longer mail you");

  // Ada answers Ben, who upvotes the answer and takes that back.
  page = await open(articlePath, ada);
  page = await page.part(`#${first}`).follow("Reply to Ben");
  page = await page.press("Post Reply", { "Reply to Ben": "In the appendix." });
  expect(toast(page)).toContain("Comment posted!");
  const second = commentWith(page, "In the appendix.").get("id")!;
  notices = await readNotices(ben, 1);
  page = await notices.part("main").follow(/Ada answered your comment/);
  expect(page.part(`#${first}`).part(`#${second}`).text).toContain("In the appendix.");
  const answer = () => page.part(`#${second}`);
  page = await answer().press(/Upvote 0$/);
  expect(answer().part("button", "Upvoted").get("aria-pressed")).toBe("true");
  notices = await readNotices(ada, 1);
  expect(notices.part("main").text).toContain("Ben upvoted your comment");
  page = await answer().press(/Upvoted 1$/);
  expect(answer().part("button", "Upvote 0").get("aria-pressed")).toBe("false");
  const isUpvoteTold = async () => (await open("/notices", ada)).text.includes("upvoted your");
  await vi.waitUntil(async () => !(await isUpvoteTold()), { timeout: 60_000 });

  // Ben follows the thread that he writes in, until he leaves it.
  const reply = async (text: string) => {
    const at = await (await open(articlePath, cleo)).part(`#${second}`).follow("Reply to Ada");
    return at.press("Post Reply", { "Reply to Ada": text });
  };
  await reply("Table three.");
  notices = await readNotices(ben, 1);
  expect(notices.text).toContain(`Cleo wrote in the discussion of “${title}”`);
  page = await open("/following?show=thread", ben);
  page = await page
    .part("main")
    .part("li", title)
    .press(/^Leave/);
  expect(page.part("main").all("li", title)).toEqual([]);
  await reply("Table four, too.");
  await readNotices(ada, 1);
  await readNotices(ben, 0);

  // Ben saves the article, with a note that finds it.
  page = await (await open(articlePath, ben)).press(/^Save(: |$)/);
  page = await open("/saved", ben);
  page = await page.part("li", title).press("Save the note", { "Your note": "Ask my brother." });
  page = await page.pressReturn("Words in the texts or in your notes", { q: "brother" });
  expect(page.part("main").part("li", title).text).toContain("Ask my brother.");
  page = await page.part("li", title).press(/^Remove/);
  expect(page.part("main").all("li", title)).toEqual([]);

  // Ada blocks Ben: his texts are folded away, and he no longer tells her anything.
  page = await (await open("/people/Ben", ada)).press(/^Block/);
  page = await open(articlePath, ada);
  expect(page.part(`#${first}`).part("details", "From somebody you blocked").text).toContain(
    "Where are the data?",
  );
  page = await open(articlePath, ben);
  await page.press("Post Comment", { "Add a comment": "And @Ada, the sources?" });
  await reply("Table five.");
  notices = await readNotices(ada, 1);
  expect(notices.part("main").text).not.toContain("sources");
  expect(notices.part("main").part("ul").text).not.toMatch(/Ben named you/);

  // What is removed is not told any more.
  page = await open(articlePath, cleo);
  page = await page.press("Post Comment", { "Add a comment": "Posted too early." });
  await readNotices(ada, 1);
  const hasAnswered = async () =>
    /Cleo[^.]* answered your article/.test((await open("/notices", ada)).text);
  expect(await hasAnswered()).toBe(true);
  page = await commentWith(page, "Posted too early.").follow("Edit");
  await page.press("Remove the comment");
  await vi.waitUntil(async () => !(await hasAnswered()), { timeout: 60_000 });
});
