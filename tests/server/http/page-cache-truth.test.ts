/**
 * Checks that the page cache serves no stale page: every cacheable address is read before and after each kind
 * of write, and compared with the page that a site without a cache renders from the same database. The reads
 * that are cached for the pages of signed-in users are checked in the same way.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cacheableAddress, cacheablePages } from "~/services/cacheable-addresses.server";
import { PEOPLE } from "~/config/page-tags";
import { engines } from "~/domain/engines";
import { topics } from "~/domain/topics";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { correctCounts, listCounts } from "~/models/article-counts.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { invalidate } from "~/services/cache/invalidation.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { changePassword, grantMembership } from "~/services/accounts/admin.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { seedDemo } from "~/services/demo/demo.server";
import { recount } from "~/services/jobs/recount.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { removeArticle, removeComment, removeReview } from "~/services/articles/removal.server";
import { importPrices } from "~/services/prices/prices.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { editReview, putReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { startSite, type Site } from "../../setup/site";

/** Adds a user with a proven email address. Such a user is in the sitemap, so the caches are invalidated. */
async function addListedUser() {
  const user = await addUser();
  await invalidate(PEOPLE);
  return user;
}

/** Both sites have the same public origin, so that the absolute addresses in their pages are equal. */
const ORIGIN = "http://site.example";

let cached: Site;
let uncached: Site;
let member: SignedIn;
let reader: SignedIn;
let addresses: string[];
/** A token that the demonstration content does not mention. */
const RARE_TOKEN = "$LTC";
let ownComment: string;
let laterComment: string;

beforeAll(async () => {
  const settings = { DEMO: "1", APP_ORIGIN: ORIGIN, LOG_LEVEL: "warn" };
  cached = await startSite({ ...settings, PAGE_CACHE_MB: "200" });
  const { dataDir } = cached;
  uncached = await startSite({ ...settings, PAGE_CACHE_MB: "0" }, { dataDir });
  await startDatabase({ DATA_DIR: dataDir, MONGODB_URI: undefined });
  member = await addSignedIn({ isMember: true });
  reader = await addSignedIn();
  await addOwnPieces();
  addresses = await listAddresses();
});
afterAll(closeDatabase);

const readJson = async <Item>(path: string) =>
  (await (await fetch(uncached.origin + path)).json()) as Item[];

interface Identified {
  id: string;
}

/**
 * Adds the newest article and review, whose pages the tests read, by users who can edit them, and a recommendation
 * that links to the review and to a comment.
 */
async function addOwnPieces() {
  const fields = { summary: "Down.", category: "macro" };
  const article = (title: string) =>
    post("/api/articles/create", { ...fields, title, url: `https://own.example/${title}` }, member);
  // Listed beside the other.
  await article("Lead");
  const { id } = await article("Silver");
  const comment = { content: `Why not ${RARE_TOKEN}?` };
  ownComment = (await post(`/api/articles/${id}/comments`, comment, reader)).id;
  const review = someReview({ category: "housing", review: `Nothing about ${RARE_TOKEN}.` });
  await post("/api/reviews", review, member);
  await post("/api/sentiment-recommendations/generate", {}, member);
}

/** Every cacheable path, with a few examples for each one that has a parameter. */
async function listAddresses(): Promise<string[]> {
  const articles = await readJson<Identified>("/api/articles?limit=4");
  const reviews = await readJson<Identified>("/api/reviews?hub=macro&limit=2");
  const reviewsOfOthers = await Promise.all(
    topics
      .filter(({ slug }) => slug !== "macro")
      .map(async ({ slug }) => {
        const [newest] = await readJson<Identified>(`/api/reviews?hub=${slug}&limit=1`);
        return `/${slug}/reviews/${newest!.id}`;
      }),
  );
  const recommendations = await Promise.all(
    engines.map(async (engine) => {
      const [newest] = await readJson<Identified>(`/api/${engine}-recommendations?limit=1`);
      return [`/${engine}/${newest!.id}`, `/api/${engine}-recommendations/${newest!.id}`];
    }),
  );
  const listed = [
    ...cacheablePages.map(({ row }) => row.path).filter((path) => !path.includes(":")),
    ...["/community?sort=hot", "/community?sort=top&category=macro", "/community?category=general"],
    ...["/macro?sort=best", "/momentum?view=table", "/api/articles?sort=top&limit=5"],
    ...articles.flatMap(({ id }) => [
      `/article/${id}`,
      `/api/articles/${id}`,
      `/api/articles/${id}/comments`,
    ]),
    ...recommendations.flat(),
    ...recommendations
      .flat()
      .filter((path) => path.includes("sentiment"))
      .map(mentionsOfRareToken),
    ...reviews.map(({ id }) => `/macro/reviews/${id}`),
    ...reviewsOfOthers,
    ...["/category/general", "/api/categories/macro", "/api/categories/macro/articles"],
    ...["/sitemap/pages.xml", "/sitemap/articles-1.xml", "/api-docs/articles"],
  ];
  const unlisted = cacheablePages.filter(
    ({ pattern }) => !listed.some((path) => pattern.test(path.replace(/\?.*/, ""))),
  );
  expect(unlisted, "patterns of which no address is read").toEqual([]);
  expect(listed.filter((address) => cacheableAddress(address) === null)).toEqual([]);
  return listed;
}

const mentionsOfRareToken = (path: string) => `${path}?token=${RARE_TOKEN.slice(1)}`;

/** A response without the parts that differ on each render. */
async function read(site: Site, address: string, cookie = ""): Promise<string> {
  const response = await fetch(site.origin + address, { redirect: "manual", headers: { cookie } });
  const body = (await response.text())
    .replace(/ nonce="[^"]*"/g, "")
    .replace(/(name="formKey" value)="[^"]*"/g, "$1");
  return `${response.status} ${response.headers.get("content-type")}\n${body}`;
}

async function readAll(site: Site): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  // Eight requests at a time.
  const queue = [...addresses];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      pages.set(next, await read(site, next));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return pages;
}

async function expectSame() {
  const shown = await readAll(cached);
  const real = await readAll(uncached);
  const stale = addresses.filter((address) => shown.get(address) !== real.get(address));
  expect(stale).toEqual([]);
  return real;
}

/** Whether a page of a signed-in user is rendered from cached reads. */
const hasCachedReads = (address: string) =>
  /^\/($|community|category|research|macro|bonds|momentum|sentiment|article\/)[^.]*$/.test(address);

/** Expects a signed-in user to see every write at once, whichever process it was sent to. */
async function expectSameWhenSignedIn() {
  const stale: string[] = [];
  await Promise.all(
    addresses.filter(hasCachedReads).map(async (address) => {
      const [shown, real] = await Promise.all(
        [cached, uncached].map((site) => read(site, address, reader.cookie)),
      );
      const isRedirect = real?.startsWith("3");
      if (!isRedirect) expect(real).toContain(reader.viewer.name);
      if (shown !== real) stale.push(address);
    }),
  );
  expect(stale).toEqual([]);
}

async function request(method: string, path: string, { token }: SignedIn, body?: object) {
  const response = await fetch(cached.origin + path, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (response.status === 204 ? { id: "" } : await response.json()) as Identified;
}

const post = (path: string, body: object, by: SignedIn) => request("POST", path, by, body);

const idIn = (address: string) => /[0-9a-f]{24}/.exec(address)![0];
const idsOf = (kind: string) => addresses.filter((address) => address.startsWith(kind)).map(idIn);
/** An article and a review of the test's own users, who can edit them. */
const firstArticle = () => idsOf("/article/")[0]!;
const firstReview = () => idsOf("/macro/reviews/")[0]!;
/** An article and a review of the demonstration content. */
const otherArticle = () => idsOf("/article/")[2]!;
const otherReview = () => idsOf("/macro/reviews/")[1]!;

/** The pages after the last write, which are also those before the next. */
let before: Map<string, string> | undefined;

/** Runs a write. @returns the addresses whose pages it changed */
async function changes(write: () => Promise<unknown>, waitMs: number): Promise<string[]> {
  const earlier = (before ??= await expectSame());
  await write();
  await expectSameWhenSignedIn();
  await delay(waitMs);
  const after = (before = await expectSame());
  return addresses.filter((address) => earlier.get(address) !== after.get(address));
}

/** What changes the shown pages: a write, and a pattern of an address that it must change. */
type Write = [string, () => Promise<unknown>, RegExp];
const patch = (path: string, body: object, by: SignedIn) => request("PATCH", path, by, body);
const emailOf = ({ name }: { name: string }) => `${name.toLowerCase()}@example.org`;
const DISCUSSION = /^\/article\//;
const NEVER = /^never$/;
const gold = { title: "Gold", summary: "Up.", url: "https://gold.example/1", category: "macro" };

test.each<Write>([
  ["an article", () => post("/api/articles/create", gold, member), /^\/community$/],
  [
    "a comment",
    async () => {
      const path = `/api/articles/${firstArticle()}/comments`;
      laterComment = (await post(path, { content: "So?" }, reader)).id;
    },
    DISCUSSION,
  ],
  ["an upvote", () => post(`/api/articles/${firstArticle()}/upvote`, {}, reader), DISCUSSION],
  ["a view", () => post("/api/articles/view", { id: firstArticle() }, reader), /^\/api\/articles$/],
  ["a review", () => post("/api/reviews", someReview({ category: "rates" }), reader), /^\/bonds$/],
  [
    "an article edited",
    () => patch(`/api/articles/${firstArticle()}`, { title: "Silver, again" }, member),
    /^\/community$/,
  ],
  [
    "a review edited",
    () => patch(`/api/reviews/${firstReview()}`, { rating: 1 }, member),
    /^\/macro$/,
  ],
  [
    "a comment edited",
    () => patch(`/api/comments/${ownComment}`, { content: "Why, though?" }, reader),
    DISCUSSION,
  ],
  ...engines.map((engine): Write => [
    `a ${engine} recommendation`,
    () => post(`/api/${engine}-recommendations/generate`, {}, member),
    new RegExp(`^/${engine}$`),
  ]),
])("the next request sees a write to the same process: %s", async (_what, write, expected) => {
  const changed = await changes(write, 0);
  expect(changed.filter((address) => expected.test(address))).not.toEqual([]);
});

test.each<Write>([
  [
    "a review that replaces another",
    async () => {
      const review = someReview({ category: "rates" });
      await post("/api/reviews", review, reader);
      await putReview(reader.viewer, { ...review, rating: 1, review: "Not any more." });
    },
    /^\/bonds$/,
  ],
  [
    "a comment removed by its author",
    () => removeOwnComment(reader.viewer, ownComment),
    DISCUSSION,
  ],
  [
    "an article edited",
    () => editArticle(member.viewer, firstArticle(), { category: "general" }),
    /^\/category\/general$/,
  ],
  [
    "a review edited",
    () => editReview(member.viewer, firstReview(), { category: "rates" }),
    /^\/bonds$/,
  ],
  [
    "a review removed by its author",
    () => removeOwnReview(member.viewer, firstReview()),
    /^\/bonds$/,
  ],
  [
    "an article removed by its author",
    () => removeOwnArticle(member.viewer, firstArticle()),
    /^\/community$/,
  ],
  [
    "a comment removed on an article that its author removed",
    () => removeComment(laterComment),
    /^\/api\/articles\/[0-9a-f]{24}\/comments$/,
  ],
  [
    "a vote that admits an applicant",
    async () => {
      const applicant = await addListedUser();
      const { id } = await applyForMembership(applicant, { statement: "Me, too." });
      for (let votes = 0; votes < 30; votes += 1) {
        const voter = await addSignedIn({ isMember: true });
        await invalidate(PEOPLE);
        if ((await voteOnApplication(voter.viewer, id, true)).status !== "pending") return;
      }
    },
    /^\/partner$/,
  ],
  [
    "membership granted by an administrator",
    async () => grantMembership(emailOf(await addListedUser()), true),
    /^\/partner$/,
  ],
  [
    "a comment removed",
    async () => {
      const { id } = await commentOnArticle(reader.viewer, otherArticle(), { content: "No." });
      await removeComment(id);
    },
    NEVER,
  ],
  ["a review removed", () => removeReview(otherReview()), /^\/macro$/],
  ["an article removed", () => removeArticle(otherArticle()), /^\/community$/],
  [
    "closes imported",
    () =>
      importPrices(
        (async function* () {
          yield "date,asset,close\n";
          for (let day = 10; day < 29; day += 1) yield `2026-01-${day},BTC,${50_000 + day}\n`;
        })(),
      ),
    NEVER,
  ],
  [
    "a profile that is hidden from search engines",
    () => changeProfile(member.viewer, { isHiddenFromSearch: true }),
    /^\/sitemap\.xml$/,
  ],
  [
    "corrected counts",
    async () => {
      const [stored] = await listCounts(null, 1);
      const high = { upvotes: 900, commentCount: 900, commentsByOthers: 900 };
      const actual = { ...high, weightlessUpvotes: 0, unprovenComments: 0 };
      await correctCounts([{ stored: stored!, actual }]);
      expect((await recount({ recheckDelayMs: 0 })).corrected).toBeGreaterThan(0);
    },
    NEVER,
  ],
  [
    "a deleted account",
    () => deleteAccount(emailOf(member.viewer), { withContent: true }),
    /^\/community$/,
  ],
  ["the demonstration content, added again", () => seedDemo(), /^\/community$/],
])("a request sees a write of another process within a second: %s", async (...row) => {
  const [, write, expected] = row;
  const changed = await changes(write, 1_000);
  const isExpected = changed.some((address) => expected.test(address));
  expect(isExpected, changed.join(" ")).toBe(expected !== NEVER);
});

test.each<[string, (person: SignedIn) => Promise<unknown>]>([
  [
    "they signed out",
    ({ cookie }) =>
      fetch(`${uncached.origin}/logout`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: ORIGIN },
      }),
  ],
  ["their password was changed", ({ viewer }) => changePassword(emailOf(viewer), "Another-1")],
  ["their account was deleted", ({ viewer }) => deleteAccount(emailOf(viewer))],
])("the next request of a user sees that in another process %s", async (_what, change) => {
  const person = await addSignedIn();
  const isNamed = async () =>
    (await read(cached, "/research", person.cookie)).includes(person.viewer.name);
  for (let i = 0; i < 2; i += 1) expect(await isNamed()).toBe(true);
  await change(person);
  expect(await isNamed()).toBe(false);
});
