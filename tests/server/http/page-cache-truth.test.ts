/**
 * Checks that the page cache serves no stale page: addresses of each kind of cacheable page are read before and after
 * each kind of write, and compared with the page that a site without a cache renders from the same database. The reads
 * that are cached for the pages of signed-in users are checked in the same way.
 */
import { setTimeout as delay } from "node:timers/promises";
import { subWeeks } from "date-fns/subWeeks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hubPaths } from "~/config/hubs";
import { MODERATION_LOG, RECOMMENDATIONS, SITE_TEXTS, type PageTag } from "~/config/page-tags";
import { addDays, dayOf } from "~/domain/calendar-days";
import type { Viewer } from "~/domain/viewer";
import { correctCounts, listCounts } from "~/models/article-counts.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { changePassword, grantMembership } from "~/services/accounts/admin.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeOwnReview } from "~/services/articles/edit-review.server";
import { removeArticle, removeComment } from "~/services/articles/removal.server";
import { cacheableAddress, cacheablePages } from "~/services/cacheable-addresses.server";
import { recount } from "~/services/jobs/recount.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { importPrices } from "~/services/prices/prices.server";
import { decide } from "~/services/moderation/decide.server";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { addArticle, addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";
import { startSite, type Site } from "../../setup/site";

/** Both sites have the same public origin, so that the absolute addresses in their pages are equal. */
const ORIGIN = "http://site.example";
/** A token that is mentioned once. */
const RARE_TOKEN = "$LTC";
/** Enough for a backtest. */
const DAYS_OF_CLOSES = 300;

let cached: Site;
let uncached: Site;
let member: SignedIn;
let reader: SignedIn;
let outsider: Viewer;
let named: Viewer;
let moderator: Viewer;
/** The article and the review are the member's and the comment the reader's, so that they can edit them. */
const ids = {
  article: "",
  otherArticle: "",
  review: "",
  otherReview: "",
  comment: "",
  membersComment: "",
  laterComment: "",
  answer: "",
  reviewComment: "",
  application: "",
};
/** The addresses whose pages most writes may change, those that few do, and those that show no stored data. */
const addresses = { often: [] as string[], seldom: [] as string[], never: [] as string[] };
/** The pages after the last write, which are also those before the next. */
const before = new Map<string, string>();

/** Few writes invalidate these, so a page that has no other tag stays as it was until one of them does. */
const SELDOM = new Set<PageTag>([MODERATION_LOG, RECOMMENDATIONS, SITE_TEXTS]);
function frequencyOf(address: string): keyof typeof addresses {
  const { tags } = cacheableAddress(address)!;
  if (tags.length === 0) return "never";
  return tags.every((tag) => SELDOM.has(tag)) ? "seldom" : "often";
}

beforeAll(async () => {
  // Behind a proxy, so that idle connections stay open between the reads.
  const settings = { APP_ORIGIN: ORIGIN, LOG_LEVEL: "warn", TRUST_PROXY: "1" };
  cached = await startSite({ ...settings, PAGE_CACHE_MB: "200" });
  const { dataDir } = cached;
  uncached = await startSite({ ...settings, PAGE_CACHE_MB: "0" }, { dataDir });
  await startDatabase({ DATA_DIR: dataDir, MONGODB_URI: undefined });
  member = await addSignedIn({ isMember: true });
  reader = await addSignedIn();
  [outsider, named] = [await addUser(), await addUser()];
  moderator = { ...(await addUser()), role: "moderator" };
  for (const address of listAddresses(await addContent())) {
    addresses[frequencyOf(address)].push(address);
  }
  for (const listed of Object.values(addresses)) await expectSame(listed);
  const isMissing = (address: string) => !before.get(address)!.startsWith("200");
  const missing = Object.values(addresses).flat().filter(isMissing);
  expect(missing, "pages that nothing is shown on").toEqual([]);
});
afterAll(closeDatabase);

/** Fills every list. @returns the addresses of what was added */
async function addContent(): Promise<string[]> {
  const twoWeeksAgo = subWeeks(new Date(), 2);
  await importMomentumCloses(new Date(), DAYS_OF_CLOSES);
  const made = { bySchedule: true, asOfThen: true };
  await recommendationEngines.sentiment.make(twoWeeksAgo, made);
  const { id: momentum } = await recommendationEngines.momentum.make(twoWeeksAgo, made);
  await settleOutcomes();
  ids.otherArticle = (await addArticle()).id;
  const comment = { content: `Why not ${RARE_TOKEN}, @${named.name}?` };
  await post(`/api/articles/${ids.otherArticle}/comments`, { content: "Why?" }, reader);
  // It shows the member's next article beside it.
  const { id: neighbour } = await post("/api/articles/create", someOwn("Lead"), member);
  ids.article = (await post("/api/articles/create", someOwn("Silver"), member)).id;
  ids.comment = (await post(`/api/articles/${ids.article}/comments`, comment, reader)).id;
  const later = await post(`/api/articles/${ids.article}/comments`, { content: "See." }, member);
  ids.membersComment = later.id;
  const review = someReview({ category: "housing", review: `Nothing about ${RARE_TOKEN}.` });
  ids.review = (await post("/api/reviews", review, member)).id;
  const { id: other } = await post("/api/reviews", someReview({ category: "housing" }), reader);
  ids.otherReview = other;
  const { id: sentiment } = await post("/api/sentiment-recommendations/generate", {}, member);
  ids.application = (await applyForMembership(await addUser(), { statement: "Me, too." })).id;
  return [
    ...[`/article/${ids.article}`, `/article/${ids.otherArticle}`, `/article/${neighbour}`],
    ...[ids.article, ids.otherArticle].flatMap((id) => [
      `/api/articles/${id}`,
      `/api/articles/${id}/comments`,
    ]),
    ...[`/macro/reviews/${ids.review}`, `/macro/reviews/${other}`],
    ...[`/api/reviews/${other}/comments`, `/article/${ids.article}?order=newest`],
    ...[`/momentum/${momentum}`, `/api/momentum-recommendations/${momentum}`],
    ...[`/sentiment/${sentiment}`, `/api/sentiment-recommendations/${sentiment}`],
    `/sentiment/${sentiment}?token=${RARE_TOKEN.slice(1)}`,
  ];
}

const someOwn = (title: string) => {
  const url = `https://own.example/${title}`;
  return { title, summary: "Down.", url, category: "macro" };
};

const HUB = new RegExp(`^/(${hubPaths.join("|")})(?=/|$)`);
/** The same for the paths of all hubs, and of all formats of a feed. */
const kindOf = (path: string) => path.replace(HUB, "/:hub").replace(/feed\.[a-z]+$/, "feed");

/** At least one address of each kind of cacheable page; all addresses of a kind depend on the same. */
function listAddresses(ofContent: string[]): string[] {
  const kinds = new Map<string, typeof cacheablePages>();
  for (const page of cacheablePages) {
    const kind = kindOf(page.row.path);
    kinds.set(kind, [...(kinds.get(kind) ?? []), page]);
  }
  for (const [kind, pages] of kinds) {
    const dependencies = pages.map(({ row: { tags, parameters } }) => [
      typeof tags === "function" ? tags(ids.article) : tags,
      parameters,
    ]);
    for (const others of dependencies) expect(others, kind).toEqual(dependencies[0]);
  }
  const year = new Date().getUTCFullYear();
  const listed = [
    ...[...kinds].flatMap(([kind, [page]]) => (kind.includes(":") ? [] : [page!.row.path])),
    ...ofContent,
    ...["/community?sort=hot", "/category/general", "/macro", "/macro/feed.atom", "/bonds"],
    "/api/categories/macro",
    ...["/api/categories/macro/articles", "/api-docs/articles", "/sitemap/pages.xml"],
    "/sitemap/articles-1.xml",
    ...[`/moderation/log/${year}`, `/api/moderation/log/years/${year}`],
  ];
  const isRead = ({ pattern }: (typeof cacheablePages)[number]) =>
    listed.some((path) => pattern.test(path.replace(/\?.*/, "")));
  const unread = [...kinds].filter(([, pages]) => !pages.some(isRead)).map(([kind]) => kind);
  expect(unread, "kinds of which no address is read").toEqual([]);
  expect(listed.filter((address) => cacheableAddress(address) === null)).toEqual([]);
  return listed;
}

/** A response without the parts that differ on each render. */
async function read(site: Site, address: string, cookie = ""): Promise<string> {
  // Only cacheable responses are compressed.
  const headers = { cookie, "accept-encoding": cookie ? "identity" : "gzip" };
  const response = await fetch(site.origin + address, { redirect: "manual", headers });
  const body = (await response.text())
    .replace(/ nonce="[^"]*"/g, "")
    .replace(/(name="formKey" value)="[^"]*"/g, "$1");
  return `${response.status} ${response.headers.get("content-type")}\n${body}`;
}

async function readAll(site: Site, listed: readonly string[], cookie = "") {
  const pages = new Map<string, string>();
  // Eight requests at a time.
  const queue = [...listed];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      pages.set(next, await read(site, next, cookie));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return pages;
}

/** Compares pages, and keeps them in `before`. @returns the addresses whose pages have changed */
async function expectSame(listed: readonly string[]): Promise<string[]> {
  const shown = await readAll(cached, listed);
  // Rendered as it is for visitors whose cookies are unknown, which is not even shared among requests.
  const real = await readAll(uncached, listed, "scheme=none");
  const stale = listed.filter((address) => shown.get(address) !== real.get(address));
  expect(stale).toEqual([]);
  const changed = listed.filter((address) => before.get(address) !== real.get(address));
  for (const [address, page] of real) before.set(address, page);
  return changed;
}

/** Whether a page of a signed-in user is rendered from cached reads; other pages use the same. */
const hasCachedReads = (address: string) =>
  /^\/($|community$|macro$|momentum$|sentiment$|article\/|macro\/reviews\/)/.test(address);

/** Expects a signed-in user to see every write at once, whichever process it was sent to. */
async function expectSameWhenSignedIn(listed: readonly string[]) {
  const stale: string[] = [];
  await Promise.all(
    listed.filter(hasCachedReads).map(async (address) => {
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
  return (response.status === 204 ? { id: "" } : await response.json()) as { id: string };
}

const post = (path: string, body: object, by: SignedIn) => request("POST", path, by, body);

/** Runs a write. @returns the addresses whose pages it changed */
async function changes([, write, expected]: Write, waitMs: number): Promise<string[]> {
  const isSeldom = expected === NEVER || addresses.seldom.some((one) => expected.test(one));
  // No other write has invalidated them since they were last compared, so they must not have changed either.
  if (isSeldom) await expectSame(addresses.seldom);
  const listed = [...addresses.often, ...(isSeldom ? addresses.seldom : [])];
  await write();
  const waiting = delay(waitMs);
  await expectSameWhenSignedIn(listed);
  await waiting;
  return expectSame(listed);
}

/**
 * What changes the shown pages: a write, and a pattern of an address that it must change. Nobody answers or upvotes
 * the reader, because the notices on their pages are counted a little later.
 */
type Write = [string, () => Promise<unknown>, RegExp];
const patch = (path: string, body: object, by: SignedIn) => request("PATCH", path, by, body);
const withdraw = (path: string, by: SignedIn) => request("DELETE", path, by);
const upvoteOf = {
  article: () => `/api/articles/${ids.article}/upvote`,
  comment: () => `/api/comments/${ids.membersComment}/upvote`,
};
const emailOf = ({ name }: { name: string }) => `${name.toLowerCase()}@example.org`;
const decideOn = (decision: "hide" | "restore") =>
  decide(
    moderator,
    { kind: "article", id: ids.otherArticle },
    { decision, reason: "spam", note: "No." },
  );
const DISCUSSION = /^\/article\//;
const REVIEW = /^\/macro\/reviews\//;
const NEVER = /^never$/;
const EVERYWHERE = /^\/(community|momentum)$/;

test.each<Write>([
  ["an article", () => post("/api/articles/create", someOwn("Gold"), member), /^\/community$/],
  [
    "a comment",
    async () => {
      const path = `/api/articles/${ids.article}/comments`;
      ids.laterComment = (await post(path, { content: "So?" }, reader)).id;
    },
    DISCUSSION,
  ],
  [
    "an answer",
    async () => {
      const answer = { content: "Because.", parentId: ids.comment };
      ids.answer = (await post(`/api/articles/${ids.article}/comments`, answer, reader)).id;
    },
    DISCUSSION,
  ],
  [
    "a comment on a review",
    async () => {
      const path = `/api/reviews/${ids.otherReview}/comments`;
      ids.reviewComment = (await post(path, { content: "Indeed?" }, reader)).id;
    },
    REVIEW,
  ],
  ["an upvote", () => post(upvoteOf.article(), {}, reader), DISCUSSION],
  ["an upvote taken back", () => withdraw(upvoteOf.article(), reader), DISCUSSION],
  ["an upvote of a comment", () => post(upvoteOf.comment(), {}, reader), DISCUSSION],
  ["an upvote of a comment taken back", () => withdraw(upvoteOf.comment(), reader), DISCUSSION],
  ["a view", () => post("/api/articles/view", { id: ids.article }, reader), /^\/api\/articles$/],
  ["a review", () => post("/api/reviews", someReview({ category: "rates" }), reader), /^\/bonds$/],
  [
    "an article edited",
    () =>
      patch(
        `/api/articles/${ids.article}`,
        { title: "Silver, again", category: "general" },
        member,
      ),
    /^\/category\/general$/,
  ],
  [
    "a review edited",
    () => patch(`/api/reviews/${ids.review}`, { rating: 1, category: "rates" }, member),
    /^\/bonds$/,
  ],
  [
    "a comment edited",
    () => patch(`/api/comments/${ids.comment}`, { content: `Why, @${named.name}?` }, reader),
    DISCUSSION,
  ],
  [
    "a recommendation",
    () => post("/api/momentum-recommendations/generate", {}, member),
    /^\/momentum$/,
  ],
])("the next request sees a write to the same process: %s", async (...write) => {
  const [, , expected] = write;
  const changed = await changes(write, 0);
  expect(changed.filter((address) => expected.test(address))).not.toEqual([]);
});

const expectWithinASecond = async (...write: Write) => {
  const [, , expected] = write;
  const changed = await changes(write, 1_000);
  const isExpected = changed.some((address) => expected.test(address));
  expect(isExpected, changed.join(" ")).toBe(expected !== NEVER);
};

test.each<Write>([
  ["the account of somebody whom a comment names", () => deleteAccount(emailOf(named)), DISCUSSION],
  [
    "a comment removed by its author",
    () => removeOwnComment(reader.viewer, ids.comment),
    DISCUSSION,
  ],
  ["an answer to it removed", () => removeOwnComment(reader.viewer, ids.answer), DISCUSSION],
  ["a comment on a review removed", () => removeComment(ids.reviewComment), REVIEW],
  [
    "an application",
    async () => {
      await applyForMembership(await addUser(), { statement: "Let me in." });
    },
    /^\/$/,
  ],
  ["a review removed", () => removeOwnReview(member.viewer, ids.review), /^\/bonds$/],
  [
    "an article removed by its author",
    () => removeOwnArticle(member.viewer, ids.article),
    /^\/community$/,
  ],
  [
    "a comment removed on an article that its author removed",
    () => removeComment(ids.laterComment),
    /^\/api\/articles\/[0-9a-f]{24}\/comments$/,
  ],
  ["an article hidden by a moderator", () => decideOn("hide"), /^\/moderation\/log$/],
  ["an article restored by a moderator", () => decideOn("restore"), /^\/moderation\/log\/\d+$/],
  ["an article removed", () => removeArticle(ids.otherArticle), /^\/community$/],
  [
    "a vote that admits an applicant",
    async () => {
      const { status } = await voteOnApplication(member.viewer, ids.application, true);
      expect(status).toBe("approved");
    },
    /^\/partner$/,
  ],
  [
    "membership granted by an administrator",
    () => grantMembership(emailOf(outsider), true),
    /^\/partner$/,
  ],
  [
    "a profile that is hidden from search engines",
    () => changeProfile(member.viewer, { isHiddenFromSearch: true }),
    /^\/sitemap\.xml$/,
  ],
  [
    "closes imported",
    () =>
      importPrices(
        (async function* () {
          yield "date,asset,close\n";
          for (let ago = 1; ago < 9; ago += 1)
            yield `${addDays(dayOf(new Date()), -ago)},BTC,${66_500 + ago}\n`;
        })(),
      ),
    /^\/momentum\/track-record\.csv$/,
  ],
])("a request sees a write of another process within a second: %s", expectWithinASecond);

test("pages that depend on no stored data still are as they were first read", async () => {
  await expectSame(addresses.never);
});

test.each<Write>([
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
    EVERYWHERE,
  ],
])("a request sees a change of everything within a second: %s", expectWithinASecond);

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
