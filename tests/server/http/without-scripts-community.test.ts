import { describe, expect, test } from "vitest";
import { listDrafts } from "~/models/draft.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { setFields } from "../../setup/database";
import {
  addArticle,
  addSignedIn,
  addUser,
  PASSWORD,
  someReview,
  type SignedIn,
} from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);

const postArticle = (page: PlainPage, title: string, more = {}) =>
  page.press("Post Article", {
    Title: title,
    Summary: "What it says, in short.",
    Link: `https://example.org/${encodeURIComponent(title)}`,
    ...more,
  });
const cardOf = (page: PlainPage, title: string) => page.part("article", title);

/** Makes a text so old that an edit is marked as one; a new text can be edited without a trace. */
const age = (collection: string, id: string) =>
  setFields(collection, id, { createdAt: new Date("2026-01-01") });

describe("articles and comments", () => {
  test("a user signs up, posts, reads, upvotes, comments and signs out, and a wrong password is rejected", async () => {
    const email = "reader@example.org";
    const { title } = await addArticle();
    const form = await open("/signup?redirectTo=/community");
    let page = await form.press("Create account", {
      Email: email,
      Name: "Reader",
      Password: PASSWORD,
      "Confirm password": PASSWORD,
    });
    expect(page.path).toBe("/welcome?redirectTo=%2Fcommunity");
    expect(page.part("main").text).toContain(`We have sent a mail to ${email}.`);
    page = await page.follow("Go on to where you were");
    expect(page.path).toBe("/community");
    expect(page.text).toContain(`Welcome, ${email}`);
    page = await page.press("Cards");
    page = await postArticle(page, "Scriptless");
    expect(page.part("status").text).toContain("Article posted!");
    expect((await page.follow("View it")).part("h1").text).toBe("Scriptless");
    expect(cardOf(page, "Scriptless").text).toContain("0 upvotes");
    for (const press of [
      () => cardOf(page, title).press("Upvote 0"),
      () => cardOf(page, title).press("Upvoted 1"),
      async () => (await cardOf(page, title).follow("View Details")).press("Upvote 0"),
    ]) {
      page = await press();
      const toast = page.part("status").text;
      expect(toast).toMatch(/Article upvoted!|Upvote withdrawn\./);
    }
    expect(page.part("h1").text).toBe(title);
    expect(page.part("button", "Upvoted 1").get("aria-pressed")).toBe("true");
    page = await page.press("Post Comment", { "Add a comment": "Read it twice.\nWorth it." });
    expect(page.part("status").text).toContain("Comment posted!");
    expect(page.part("#comments").part("li", "Read it twice.").text).toContain("Reader");
    expect(page.field("Add a comment").value).toBe("");

    page = await (await page.press("Logout")).follow("Sign In");
    page = await page.part("main").press("Sign In", { Email: email, Password: "wrong horse 2?" });
    expect(page.status).toBe(401);
    expect(page.part("alert").text).toContain("Login failed");
    expect(page.field("Email").value).toBe(email);
    expect(page.field("Password").value).toBe("");

    page = await open("/login?redirectTo=//evil.example");
    page = await page.part("main").press("Sign In", { Email: email, Password: PASSWORD });
    expect(page.url.href).toBe(`${site().origin}/`);
    expect(page.text).toContain(`Welcome, ${email}`);
  });

  test("a link opens the comments of a card, counts a view, and allows commenting", async () => {
    const title = "Opened on the card";
    const list = await (await open("/community", await addSignedIn())).press("Cards");
    let page = await postArticle(list, title);
    expect(cardOf(page, title).text).toContain("0 views");
    page = await cardOf(page, title).follow("Show Comments (0)");
    expect(cardOf(page, title).text).toContain("1 view");
    const entries = { "Add a comment": "From the card." };
    page = await cardOf(page, title).press("Post Comment", entries);
    expect(cardOf(page, title).text).toContain("From the card.");
    page = await cardOf(page, title).follow("Hide Comments (1)");
    expect(cardOf(page, title).text).not.toContain("From the card.");
  });

  test("a rejected article keeps everything that was typed, with each message at its field", async () => {
    const entries = {
      Title: "Kept",
      Summary: "x".repeat(201),
      Link: "ftp://example.org/kept",
      Category: "macro",
      "Your note": "Also kept.",
    };
    const form = await open("/community", await addSignedIn());
    const page = await form.press("Post Article", entries);
    expect(page.status).toBe(400);
    for (const [label, entry] of Object.entries(entries)) {
      expect(page.field(label).value).toBe(entry);
    }
    expect(page.field("Summary").description).toContain("Summary must be 200 characters or less.");
    expect(page.field("Summary").isInvalid).toBe(true);
    expect(page.field("Link").description).toContain("Please enter a valid URL.");
    expect(page.text).toContain("201/200");
  });

  test("posting a link again leads to the existing article", async () => {
    const page = await postArticle(await open("/community", await addSignedIn()), "Only once");
    const Link = "http://www.example.org/Only%20once/?utm_source=mail#top";
    const again = await postArticle(page, "Only once, again", { Link });
    expect(again.status).toBe(409);
    expect(again.part("alert").text).toContain("Failed to post article");
    expect(again.field("Title").value).toBe("Only once, again");
    expect((await again.follow("Go to the article")).part("h1").text).toBe("Only once");
  });

  test("a visitor who upvotes or comments is asked to sign in, and keeps what was typed", async () => {
    await postArticle(await open("/community", await addSignedIn()), "For visitors");
    const list = await (await open("/community")).press("Cards");
    const refused = await cardOf(list, "For visitors").press(/^Upvote/);
    expect(refused.part("alert").text).toContain("Authentication required");
    expect(refused.text).toContain("Please log in to upvote articles.");
    const article = await cardOf(list, "For visitors").follow("View Details");
    const page = await article.press("Post Comment", { "Add a comment": "Typed before" });
    expect(page.part("alert").text).toContain("Please log in to comment.");
    expect(page.field("Add a comment").value).toBe("Typed before");
  });
});

describe("drafts", () => {
  const draftsOf = ({ viewer }: SignedIn) => listDrafts(viewer.id);

  test("the return key posts and saves an article, and never previews it", async () => {
    const form = await open("/community", await addSignedIn());
    const posted = await form.pressReturn("Link", {
      Title: "Posted by return",
      Summary: "What it is about",
      "Your note": "A note.",
      Link: "https://example.org/return/plain",
    });
    expect(posted.text).toContain("Article posted!");
    const article = await posted.part("main").follow("Posted by return");
    const saved = await (await article.follow("Edit")).pressReturn("Title", { Title: "Saved" });
    expect(saved.part("h1").text).toBe("Saved");
  });

  test("the button saves an article as a draft, which can be continued from the list and posted", async () => {
    const person = await addSignedIn();
    const form = await open("/community", person);
    const entries = { Title: "Half a thought", "Your note": "**Bold** claims" };
    let page = await form.press("Save draft", entries);
    expect(page.text).toContain("Draft saved.");
    expect(page.field("Your note").value).toBe("**Bold** claims");
    page = await page.press("Save draft", { Summary: "What it is about" });
    expect(await draftsOf(person)).toHaveLength(1);
    page = await (await page.follow("Your drafts")).follow("Continue: Half a thought");
    expect(page.field("Summary").value).toBe("What it is about");
    // A rejected article stays the same draft.
    page = await page.press("Post Article", { Link: "nonsense" });
    expect(page.field("Link").description).toMatch(/valid URL/);
    page = await page.press("Post Article", { Link: "https://example.org/drafts/plain" });
    expect(page.text).toContain("Article posted!");
    expect(await draftsOf(person)).toEqual([]);
  });

  test("the preview button shows the rendered Markdown, and keeps what was typed", async () => {
    const form = await open("/community", await addSignedIn());
    const note = "**Bold** <script>alert(1)</script>";
    const page = await form.press("Preview", { Title: "A title", "Your note": note });
    const preview = page.part("section", "Preview");
    expect(preview.part("strong").text).toBe("Bold");
    expect(preview.all("script")).toEqual([]);
    expect(page.field("Title").value).toBe("A title");
  });

  test("a review is saved as a draft, and the draft is deleted once by a double click", async () => {
    const person = await addSignedIn();
    const form = await open("/bonds?review=new", person);
    const saved = await form.press("Save draft", { Title: "A long book", Review: "So far" });
    expect(saved.text).toContain("Draft saved.");
    expect(saved.field("Review").value).toBe("So far");
    const list = await open("/drafts", person);
    expect(list.text).toContain("Review, Bonds");
    for (let click = 0; click < 2; click += 1) {
      const page = await list.press("Delete: A long book");
      expect(page.status).toBe(200);
      expect(page.text).toContain("You have no drafts.");
    }
    expect(await draftsOf(person)).toEqual([]);
  });
});

describe("editing", () => {
  test("edits an article, and the page of its changes shows them", async () => {
    const person = await addSignedIn();
    const content = "Rates stay low for a long while.";
    const { id } = await addArticle({ author: person.viewer, title: "Zero rates", content });
    await age("articles", id);
    const form = await (await open(`/article/${id}`, person)).part("main").follow("Edit");
    const note = "Rates stay high for a very long while.";
    const refused = await form.press("Save changes", { Title: "  ", "Your note": note });
    expect(refused.field("Title").description).toContain("Required");
    expect(refused.field("Your note").value).toBe(note);
    const page = await refused.press("Save changes", { Title: "High rates" });
    expect(page.part("h1").text).toBe("High rates");
    expect(page.text).toContain("Your changes were saved.");
    const changes = await page.part("main").follow("edited");
    const marked = (kind: string) => changes.all(kind).map(({ text }) => text.split(" ")[1]);
    expect(marked("del")).toEqual(["Zero", "low"]);
    expect(marked("ins")).toEqual(["High", "high", "very"]);
  });

  test("shows both texts when the article was changed in another tab", async () => {
    const person = await addSignedIn();
    const { id } = await addArticle({ author: person.viewer });
    const form = await open(`/article/${id}/edit`, person);
    await form.press("Save changes", { Title: "From one tab" });
    const page = await form.press("Save changes", { Title: "From the other" });
    expect(page.status).toBe(412);
    expect(page.part("main").text).toMatch(/Current version.*From one tab/);
    expect(page.field("Title").value).toBe("From the other");
    expect((await page.press("Save changes")).part("h1").text).toBe("From the other");
  });

  test("keeps what was typed when the session has ended", async () => {
    const person = await addSignedIn();
    const { id } = await addArticle({ author: person.viewer });
    const form = await open(`/article/${id}/edit`, person);
    const cookies = [...form.browser.cookies];
    form.browser.cookies.clear();
    const page = await form.press("Save changes", { Title: "Typed with care" });
    expect(page.status).toBe(401);
    expect(page.part("main").text).toContain("Please log in to change what you wrote.");
    expect(page.field("Title").value).toBe("Typed with care");
    for (const [name, value] of cookies) form.browser.cookies.set(name, value);
    expect((await page.press("Save changes")).part("h1").text).toBe("Typed with care");
  });

  test("removes an article whose comments by others stay, and a comment typed meanwhile is kept", async () => {
    const [person, reader] = [await addSignedIn(), await addSignedIn()];
    const { id } = await addArticle({ author: person.viewer });
    await commentOnArticle(await addUser(), id, { content: "An answer." });
    const reading = await open(`/article/${id}`, reader);
    const form = await open(`/article/${id}/edit`, person);
    for (let click = 0; click < 2; click += 1) {
      const removed = await form.press("Remove the article");
      expect(removed.path).toBe("/community");
      expect(removed.text).toContain("Your text was removed.");
    }
    const text = "What I thought\nfor an hour.";
    const page = await reading.press("Post Comment", { "Add a comment": text });
    expect(page.status).toBe(410);
    expect(page.part("main").part("alert").text).toContain(
      "This article was removed by its author.",
    );
    expect(page.field("Your comment").value).toBe(text);
    expect(page.field("Your comment").get("readonly")).toBe("");
    expect(page.text).toContain("An answer.");
  });

  test("keeps the text of a comment on a card when the article is removed", async () => {
    const author = await addSignedIn();
    const cards = await (await open("/community", author)).press("Cards");
    const posted = await postArticle(cards, "On a card");
    const list = await open("/category/general", await addSignedIn());
    const card = cardOf(await cardOf(list, "On a card").follow("Show Comments (0)"), "On a card");
    const article = await cardOf(posted, "On a card").follow("View Details");
    await (await article.part("main").follow("Edit")).press("Remove the article");
    const page = await card.press("Post Comment", { "Add a comment": "For an hour." });
    expect(page.status).toBe(404);
    expect(page.part("main").part("alert").text).toContain("Article not found");
    expect(page.field("Your comment").value).toBe("For an hour.");
  });

  test("edits a comment, and leaves a placeholder when it is removed", async () => {
    const [person, other] = [await addSignedIn(), await addUser()];
    const article = await addArticle();
    const path = `/article/${article.id}`;
    const { id } = await commentOnArticle(person.viewer, article.id, { content: "A thouht." });
    await commentOnArticle(other, article.id, { content: "An answer.", parentId: id });
    const own = (page: PlainPage) => page.part(`#comment-${id}`);
    const form = await own(await open(path, person)).follow("Edit");
    const saved = await form.press("Save changes", { Comment: "A thought." });
    expect(own(saved).text).toContain("A thought.");
    const changes = await own(saved).follow("edited");
    expect(changes.part("del").text).toContain("thouht");
    const again = await changes.follow("Current version of the comment");
    const removed = await (await own(again).follow("Edit")).press("Remove the comment");
    expect(own(removed).text).toContain("The author removed this comment.");
    expect(removed.text).toContain("An answer.");
  });

  test("edits and removes a review", async () => {
    const person = await addSignedIn();
    const { id } = await addReview(person.viewer, someReview({ review: "A text." }));
    await age("reviews", id);
    const form = await (await open(`/bonds/reviews/${id}`, person)).part("main").follow("Edit");
    const entries = { Review: "Another text.", "2 stars": true };
    const saved = await form.press("Save changes", entries);
    expect(saved.part("main").text).toContain("Another text.");
    expect(saved.part("main").text).toContain("(2/5)");
    const changes = await saved.part("main").follow("edited");
    expect(changes.part("h1").text).toBe("What changed");
    const current = await changes.follow("Current version of the review");
    const edit = await current.part("main").follow("Edit");
    const removed = await edit.press("Remove the review");
    expect(removed.path).toBe("/bonds");
    expect(removed.text).toContain("Your text was removed.");
  });
});
