/** Words that are longer than a line: hashes, addresses, and text without spaces. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "~/domain/field-limits";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { addReview } from "~/services/articles/reviews.server";
import { expectReadable } from "../setup/layout";
import { addSignedIn, type SignedIn } from "../setup/people";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../setup/site";
import { useStage } from "../setup/stage";

const site = useSharedSite("empty");
useSiteDatabase(site);
const { show } = useStage(site);

/** The hash of a transaction, which has no opportunity for a line break. */
const HASH = `0x${"5f3a9c07b1de4826".repeat(4)}`;
const LETTERS = "consolidation".repeat(24).slice(0, 300);
const LINK = `https://example.org/${"a1b2c3d4".repeat(30)}`;
/** The word for which the searches find all of it. */
const SEARCHED = "quarterly";

const MARKDOWN = `
# Heading ${HASH}

A paragraph ${LETTERS}, **bold ${HASH}** and \`code ${HASH}\`, and a link: ${LINK}

> A quotation ${LETTERS}

- an item ${HASH}
  - an item in it ${LETTERS}

1. a number ${LETTERS}

\`\`\`
a line of code ${LETTERS}
\`\`\`

| Transaction | Note ${HASH} |
| --- | ---: |
| ${HASH} | ${LETTERS} |

### Another heading ${LETTERS}
`;

const PLAIN = `${SEARCHED} ${HASH}\n${LETTERS}\n${LINK}`;

let articleId: string;
/** A member, who wrote everything, with the widest possible name. */
let writer: SignedIn;
/** A user who has applied for membership. */
let applicant: SignedIn;

beforeAll(async () => {
  writer = await addSignedIn({ isMember: true, name: "W".repeat(20) });
  applicant = await addSignedIn({ name: "M".repeat(20) });
  const { viewer } = writer;
  for (const category of ["macro", "crypto"] as const) {
    for (const title of [`${SEARCHED} ${HASH} ${LETTERS}`, LETTERS, `${SEARCHED} ${HASH}`]) {
      const { id } = await postArticle(viewer, {
        title: title.slice(0, MAX_TITLE_LENGTH),
        summary: `${HASH} ${LETTERS}`.slice(0, MAX_SUMMARY_LENGTH),
        url: `${LINK}${category}${title.length}`,
        category,
        content: MARKDOWN,
      });
      articleId = id;
    }
  }
  await commentOnArticle(viewer, articleId, { content: PLAIN });
  await addReview(viewer, {
    title: `${SEARCHED} ${HASH} ${LETTERS}`.slice(0, MAX_TITLE_LENGTH),
    author: LETTERS.slice(0, MAX_TITLE_LENGTH),
    url: LINK,
    rating: 4,
    category: "rates",
    review: PLAIN,
  });
  await applyForMembership(applicant.viewer, { statement: PLAIN });
  await clearSiteCaches();
});

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

async function expectReadableInAll(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    // The header lies above what was scrolled under it.
    await expectReadable(page, `${size.width} pixels wide`, { hasLayers: true });
  }
}

const screens: Record<string, { path: () => string; shows: string }> = {
  "the home page": { path: () => "/", shows: HASH },
  "the articles, with comments open": {
    path: () => `/community?comments=${articleId}`,
    shows: LETTERS,
  },
  "a category": { path: () => `/category/crypto?comments=${articleId}`, shows: LETTERS },
  "a search of articles": { path: () => `/search?q=${SEARCHED}`, shows: HASH },
  "a search of reviews": { path: () => `/search?kind=reviews&q=${SEARCHED}`, shows: HASH },
  "a search of comments": { path: () => `/search?kind=comments&q=${SEARCHED}`, shows: HASH },
  "a search for what is not there": {
    path: () => `/search?q=${"z".repeat(90)}`,
    shows: "Nothing contains this word",
  },
  "the dashboard as cards": { path: () => "/dashboard", shows: LETTERS.slice(0, MAX_TITLE_LENGTH) },
  "the applications": { path: () => "/partner", shows: HASH },
};

test.each(Object.entries(screens))("long words fit %s", async (_name, { path, shows }) => {
  const page = await show(path(), writer);
  await page.getByText(shows).first().waitFor();
  await expectReadableInAll(page);
});

test("long words fit a hub with an open review", async () => {
  const page = await show("/bonds", { isUnfolded: true });
  await page.getByText(LINK).waitFor();
  await expectReadableInAll(page);
});

test.each(["/partner", "/dashboard"])("long words fit an application on %s", async (path) => {
  const page = await show(path, { ...applicant, isUnfolded: true });
  await page.getByText(LINK).waitFor();
  await expectReadableInAll(page);
});

test("long words fit the dashboard as a table, of which no table scrolls on a wide screen", async () => {
  const page = await show("/dashboard?view=table", writer);
  await expectReadableInAll(page);
  const tables = page.getByRole("group").filter({ has: page.getByRole("table") });
  const room = await tables.evaluateAll((all) =>
    all.map((one) => one.clientWidth - one.scrollWidth),
  );
  expect(room).toEqual([0, 0, 0]);
});

test("long words fit an article, of which only code blocks and tables scroll sideways", async () => {
  const page = await show(`/article/${articleId}`, writer);
  await page.getByText("a line of code").waitFor();
  await expectReadableInAll(page);
  await page.setViewportSize(sizes[0]!);
  const scrolling = await page.locator(".prose *").evaluateAll((all) =>
    all
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => element.className || element.localName),
  );
  expect(scrolling.sort()).toEqual(["pre", "table"]);
});
