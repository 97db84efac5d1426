import { beforeAll, describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { reviewCategorySlugs, topics } from "~/domain/topics";
import { articleInput, commentInput } from "~/schemas/articles";
import { reviewInput } from "~/schemas/reviews";
import { signUpInput } from "~/schemas/accounts";
import { seedDemo } from "~/services/demo/demo.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase({ isKept: true });

/** The time before seeding: later dates are in the future. */
const now = Date.now();

beforeAll(async () => {
  await seedDemo();
});

const rows = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();

const membersOf = (users: Awaited<ReturnType<typeof rows>>) =>
  new Set(users.filter(({ isMember }) => isMember).map(({ _id }) => String(_id)));

test("all demonstration content is valid input for the site", async () => {
  const articles = await rows("articles");
  for (const { title, summary, url, category, content } of articles)
    expect(articleInput.safeParse({ title, summary, url, category, content })).toMatchObject({
      success: true,
      data: { title, summary, url, category, content },
    });
  for (const { content } of await rows("comments"))
    expect(commentInput.safeParse({ content }).success, content).toBe(true);
  for (const { email, name } of await rows("users"))
    expect(signUpInput.safeParse({ email, name, password: "any will do" }).error?.issues).toEqual([
      expect.objectContaining({ path: ["password"] }),
    ]);
  const filed = new Set(articles.map(({ category }) => category));
  expect([...filed].sort()).toEqual(categories.map(({ slug }) => slug).sort());
});

const byWork = (reviews: Awaited<ReturnType<typeof rows>>) =>
  [...new Set(reviews.map(({ workKey }) => workKey))].map((key) =>
    reviews.filter(({ workKey }) => workKey === key),
  );

describe("the demonstration's reviews", () => {
  test("cover every hub and category, and some works several times, and are by existing users", async () => {
    const reviews = await rows("reviews");
    const hubs = new Set(reviews.map(({ hub }) => hub));
    expect([...hubs].sort()).toEqual(topics.map(({ slug }) => slug).sort());
    const filed = new Set(reviews.map(({ category }) => category));
    expect([...filed].sort()).toEqual([...reviewCategorySlugs].sort());
    const names = new Map((await rows("users")).map(({ _id, name }) => [String(_id), name]));
    for (const { user, username, createdAt } of reviews) {
      expect(username).toBe(names.get(String(user)));
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
    }
    const severalTimes = byWork(reviews).filter((list) => list.length > 1);
    expect(severalTimes.length).toBeGreaterThanOrEqual(5);
    expect(reviews.some(({ hub, url }) => hub === "book-nook" && url === null)).toBe(true);
  });

  test("are valid input for the site, in Tokenomics by members only", async () => {
    const members = membersOf(await rows("users"));
    for (const { title, author, url, rating, category, review, hub, user } of await rows(
      "reviews",
    )) {
      const input = { title, author, url: url ?? undefined, rating, category, review };
      expect(reviewInput.safeParse(input)).toMatchObject({ success: true, data: input });
      if (hub === "tokenomics") expect(members.has(String(user)), title).toBe(true);
    }
  });
});
