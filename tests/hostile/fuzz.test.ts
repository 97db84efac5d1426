/** Generated requests; `npm run fuzz` sends any number of them. */
import { beforeAll, expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { fuzz } from "../../scripts/fuzz/run";
import { addArticle, addUser, someReview } from "../setup/people";
import { generateOn } from "../setup/recommendations";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite();
useSiteDatabase(site);

/** A little of everything, because the pages of the demonstration take longer to render. */
beforeAll(async () => {
  const user = await addUser();
  for (const { slug } of topics) {
    const { id } = await addArticle({ category: slug });
    await commentOnArticle(user, id, { content: "A comment." });
    await addReview(user, someReview());
  }
  await generateOn(site().origin);
});

test("no generated request causes a server error", async () => {
  const { sent, statuses, failures } = await fuzz({
    origin: site().origin,
    requests: 1_000,
    seed: 20_261_131,
  });
  expect(failures).toEqual([]);
  expect(sent).toBe(1_000);
  // The requests get far enough to be useful.
  for (const status of ["200", "201", "302", "400", "401", "404"]) {
    expect(statuses, status).toHaveProperty(status);
  }
  expect(site().logs()).not.toMatch(/"level":"(error|fatal)"/);
});
