import { expect, test } from "vitest";
import { readArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview, browseReviews } from "~/services/articles/reviews.server";
import { useDataDirectory } from "../setup/commands";
import { addArticle, addUser, someReview } from "../setup/people";

const data = useDataDirectory({ isOpen: true });
const remove = (...args: string[]) => data.run("remove", ...args);
const NOBODY = "0123456789abcdef01234567";

test("describes the content, and removes it only with --yes", async () => {
  const mara = await addUser({ name: "Mara" });
  const { id } = await addArticle({ author: mara, title: "Zero rates" });
  const comment = await commentOnArticle(mara, id, { content: "Why?" });
  const review = await addReview(mara, someReview({ title: "A work" }));

  const unsaid = await remove("comment", comment.id);
  expect(unsaid).toMatchObject({ code: 1, stdout: "Mara: Why?\n" });
  expect(unsaid.stderr).toContain("--yes");
  expect(await readArticle(id)).toMatchObject({ commentCount: 1 });

  expect(await remove("comment", comment.id.toUpperCase(), "--yes")).toEqual({
    code: 0,
    stderr: "",
    stdout: "Mara: Why?\nRemoved the comment\n",
  });
  expect(await readArticle(id)).toMatchObject({ commentCount: 0 });

  expect((await remove("review", review.id, "--yes")).stdout).toBe(
    "Mara on “A work”\nRemoved the review\n",
  );
  expect((await browseReviews({ sort: "new", limit: 9 })).items).toEqual([]);

  expect((await remove("article", id, "--yes")).stdout).toBe(
    "“Zero rates” by Mara, with 0 comments and 0 upvotes\nRemoved the article, 0 comments and 0 upvotes\n",
  );
  await expect(readArticle(id)).rejects.toMatchObject({ kind: "notFound" });
  const again = await remove("article", id, "--yes");
  expect(again).toMatchObject({ code: 1, stderr: `Article ${id} not found\n` });
});

test("prints its usage for invalid arguments", async () => {
  for (const line of [
    ...["", "article", "article nonsense"],
    ...[`user ${NOBODY}`, `toString ${NOBODY}`, `review ${NOBODY} more`],
  ]) {
    const { code, stdout, stderr } = await remove(...line.split(" ").filter(Boolean));
    expect({ code, stdout }, line).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("npm run remove -- article ID");
  }
});
