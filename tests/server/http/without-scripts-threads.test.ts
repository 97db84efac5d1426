/** Answering comments without scripts, on articles and reviews. */
import { expect, test } from "vitest";
import { MAX_COMMENT_LENGTH } from "~/domain/field-limits";
import { onArticle, type CommentSubject } from "~/domain/threads";
import { commentOn, readComments } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import { addArticle, addSignedIn, someReview } from "../../setup/people";
import { PlainBrowser } from "../../setup/plain-browser";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

test.each(["article", "review"] as const)(
  "a comment on one kind of text (%s) is answered: a rejected text is kept, and the answer is where one lands",
  async (kind) => {
    const [author, reader] = [await addSignedIn(), await addSignedIn()];
    const { name } = author.viewer;
    const label = `Reply to ${name}`;
    const review = someReview({ category: "rates" });
    const { id } = await (kind === "article"
      ? addArticle({ author: author.viewer })
      : addReview(author.viewer, review));
    const subject: CommentSubject = kind === "article" ? onArticle(id) : { kind, id };
    const path = kind === "article" ? `/article/${id}` : `/bonds/reviews/${id}`;
    const first = await commentOn(author.viewer, subject, { content: "A question." });
    await commentOn(reader.viewer, subject, { content: "An answer.", parentId: first.id });

    const page = await new PlainBrowser(site().origin, reader.cookie).open(path);
    expect(page.part("main").text).toMatch(new RegExp(`${name} author .*A question.*An answer`));
    let form = await page.follow(label);
    expect(form.path).toBe(`${path}?reply=${first.id}`);
    const long = "x".repeat(MAX_COMMENT_LENGTH + 1);
    form = await form.press("Post Reply", { [label]: long });
    expect(form.status).toBe(400);
    expect(form.field(label).value).toBe(long);
    expect(form.field("Add a comment").value).toBe("");

    const posted = await form.press("Post Reply", { [label]: "A second answer." });
    expect(posted.path).toMatch(new RegExp(`^${path}\\?comment=[0-9a-f]{24}$`));
    expect(posted.text).toContain("Comment posted!");
    // Answers by two processes in the same second are in either order.
    expect(posted.part("main").text).toMatch(
      new RegExp(`in reply to ${name} (A second|An) answer`),
    );

    form = await posted.follow(label);
    await removeOwnComment(author.viewer, first.id);
    form = await form.press("Post Reply", { [label]: "A third." });
    expect(form.status).toBe(400);
    expect(form.part("main").text).toContain("The comment that you answer was removed.");
    expect(form.part("main").text).toContain("The author removed this comment.");
    expect(form.field("Reply to").value).toBe("A third.");
    // Its place is gone with its last answer, but not what was typed.
    const answers = (await readComments(subject, { limit: 9 })).items.slice(1);
    for (const { id: answer } of answers) await removeOwnComment(reader.viewer, answer);
    form = await form.press("Post Reply");
    expect(form.field("Add a comment").value).toBe("A third.");
  },
);
