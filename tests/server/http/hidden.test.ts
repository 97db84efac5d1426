/**
 * Hides an article, a comment and a review, each with a word of its own, in this process, and looks for the words in
 * all that the site answers in its own: to a visitor, to another person, and to their author.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { topics } from "~/domain/topics";
import { commentOn, commentOnArticle } from "~/services/articles/comments.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { editComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import { editReview } from "~/services/articles/edit-review.server";
import { postArticle } from "~/services/articles/articles.server";
import { hideText, restoreText } from "~/services/articles/hide.server";
import { upvote } from "~/services/articles/upvotes.server";
import { features } from "~/services/features.server";
import { recount } from "~/services/jobs/recount.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { renewFeedAddress } from "~/services/following/feed-address.server";
import { follow } from "~/services/following/following.server";
import { save } from "~/services/saved/saved.server";
import { collection } from "../../setup/database";
import { dataOf, everyAddress, everyCall, type ParameterValues } from "../../setup/every-address";
import { addSignedIn, someArticle, someReview, type SignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite();
useSiteDatabase(site);

const WORDS = { article: "Quernstone", comment: "Sackbut", review: "Thurible" };
type Kind = keyof typeof WORDS;
const kinds = Object.keys(WORDS) as Kind[];
const anyWord = new RegExp(Object.values(WORDS).join("|"), "i");
const decision = { id: "1".padStart(24, "0"), reason: "spam", rule: 1 } as const;

let author: SignedIn;
let other: SignedIn;
const ids: Record<Kind, string> = { article: "", comment: "", review: "" };
let values: ParameterValues;
const queries = kinds.map((kind) => `q=${WORDS[kind]}`);

beforeAll(async () => {
  [author, other] = [await addSignedIn({ name: "Author" }), await addSignedIn({ name: "Other" })];
  await follow(other.viewer, { kind: "person", id: "Author" });
  // Only one names somebody, so that the notice quotes its title.
  const says = (kind: Kind) =>
    `Bitcoin is bullish, says ${WORDS[kind]}${kind === "article" ? ", @Other" : ""}`;
  const fields = { category: "macro", summary: says("article"), content: says("article") };
  const title = `The ${WORDS.article}`;
  ids.article = (await postArticle(author.viewer, someArticle({ ...fields, title }))).id;
  const host = await postArticle(other.viewer, someArticle({ category: "macro" }));
  ids.comment = (await commentOnArticle(author.viewer, host.id, { content: says("comment") })).id;
  const work = someReview({ category: "housing", review: says("review"), title: "A work" });
  ids.review = (await addReview(author.viewer, work)).id;
  await addReview(other.viewer, { ...work, review: "Another" });
  // So that edits leave a trace.
  await commentOnArticle(other.viewer, ids.article, { content: "See" });
  await commentOnArticle(other.viewer, host.id, { content: "Answer", parentId: ids.comment });
  await commentOn(other.viewer, { kind: "review", id: ids.review }, { content: "Well" });
  await editArticle(author.viewer, ids.article, { content: `${says("article")}!` });
  await editComment(author.viewer, ids.comment, { content: `${says("comment")}!` });
  await collection("reviews").updateOne(
    { username: "Author" },
    { $set: { createdAt: new Date(0) } },
  );
  await editReview(author.viewer, ids.review, { review: `${says("review")}!` });
  await upvote(other.viewer, { kind: "article", id: ids.article });
  for (const kind of kinds) await save(other.viewer, { kind, id: ids[kind] });
  await announcementQueue.doAll();
  // The site's process may be telling somebody at the same time.
  await vi.waitUntil(
    async () => (await collection("announcements").countDocuments()) === 0,
    20_000,
  );
  await recount({ recheckDelayMs: 0 });
  const { id: recommendation } = await sentimentEngine.make(new Date(Date.now() + 1_000));
  const secret = await renewFeedAddress(other.viewer);
  isLinked = new RegExp(`/article/${ids.article}|reviews/${ids.review}`);
  const images = [...Object.values(ids), recommendation].map((id) => `${id}.png`);
  values = {
    id: [...Object.values(ids), host.id, recommendation],
    review: [ids.review],
    name: ["Author", "Other"],
    kind: ["articles", "comments", "reviews", "article", "review"],
    target: kinds.map((kind) => `${kind}/${ids[kind]}`),
    version: ["1", "2"],
    number: ["1", "2", "3"],
    slug: ["macro", "general"],
    secret: [secret],
    file: images,
    hub: ["macro"],
    tag: ["articles"],
    part: ["articles-1.xml", "reviews-1.xml"],
    seq: ["0"],
  };
});

let isLinked: RegExp;

interface Answer {
  status: number;
  body: string;
}

type Headers = Record<string, string>;

async function read(address: string, headers: Headers = {}): Promise<Answer> {
  const response = await fetch(site().origin + address, {
    redirect: "manual",
    // So that no views are counted.
    headers: { "Sec-Purpose": "prefetch", ...headers },
  });
  const body = (await response.text())
    .replace(/ nonce="[^"]*"/g, "")
    .replace(/(name="request-id" content)="[^"]*"/g, "$1")
    .replace(/(name="formKey" value)="[^"]*"/g, "$1");
  return { status: response.status, body: body + (response.headers.get("Location") ?? "") };
}

async function readAll(addresses: readonly string[], headers?: Headers): Promise<Crawl> {
  const answers: Crawl = new Map();
  const queue = [...addresses];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      answers.set(next, await read(next, headers));
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return answers;
}

/** What is searched for, which pages repeat, does not count. */
const withoutQuery = (address: string, { body }: Answer) =>
  address.includes("?q=") ? body.replaceAll(new RegExp(address.split("?q=")[1]!, "gi"), "") : body;

const naming = (answers: ReadonlyMap<string, Answer>, word = anyWord): string[] =>
  [...answers].flatMap(([address, answer]) =>
    word.test(withoutQuery(address, answer)) ? [address] : [],
  );

/** The hubs have the same routes, so one suffices of those without the review. */
const otherHubs = topics.map(({ slug }) => slug).filter((slug) => !/^(macro|bonds)$/.test(slug));
const isLeftOut = new RegExp(`^/(category/)?(${otherHubs.join("|")})([/.]|$)`);
const pages = () =>
  [...new Set(everyAddress(values, queries))].filter((address) => !isLeftOut.test(address));
const calls = () => [...new Set(everyCall(values, queries))];
const bearer = ({ token }: SignedIn) => ({ Authorization: `Bearer ${token}` });

/** @returns where a page differs from what it was before */
function differenceOf(address: string, before: string, now: string): string[] {
  if (before === now) return [];
  const at = [...before].findIndex((sign, i) => now[i] !== sign);
  const near = (body: string) => body.slice(Math.max(0, at - 60), at + 60);
  return [`${address}: ${near(before)} → ${near(now)}`];
}

type Crawl = Map<string, Answer>;

/** The addresses of what was there. */
const there = (crawl: Crawl): string[] =>
  [...crawl].flatMap(([address, { status }]) => (status < 400 ? [address] : []));

/** Those that somebody with a session or a token may get something else from than others. */
const personal = (crawl: Crawl): string[] =>
  [...crawl].flatMap(([address, { status }]) => {
    const isRefused = status === 202 || status === 302 || status === 401;
    // The document of a page has its data in it.
    const isSame = /^\/images\/|\.data$/.test(address);
    return isRefused || (status < 400 && !isSame) ? [address] : [];
  });

/** What another person exports, and what the mails say that wait to be sent. */
async function readCopies(): Promise<string> {
  const exported: unknown[] = [];
  for (const { exported: lists = {} } of features) {
    for (const readList of Object.values(lists)) {
      for await (const item of await readList(other.viewer.id)) exported.push(item);
    }
  }
  const mails = await collection("mails").find({}).toArray();
  return JSON.stringify([exported, mails]);
}

test(
  "a hidden text is found nowhere within a second, except by its author, and comes back as it was",
  { timeout: 600_000 },
  async () => {
    const isData = (address: string) => address.endsWith(".data");
    const documents = await readAll(pages().filter((address) => !isData(address)));
    const isThere = new Set(there(documents).map(dataOf));
    const data = await readAll(
      pages().filter((address) => isData(address) && isThere.has(address)),
    );
    const before = {
      visitor: new Map([...documents, ...data]),
      byNobody: await readAll(calls()),
    };
    const all = [...before.visitor, ...before.byNobody];
    const broken = all.filter(([, { status }]) => status >= 500).map(([address]) => address);
    expect(broken).toEqual([]);
    // The search below looks where the words are.
    for (const kind of kinds) {
      const found = new RegExp(WORDS[kind], "i");
      expect(naming(before.visitor, found).length, kind).toBeGreaterThan(8);
      expect(naming(before.byNobody, found).length, kind).toBeGreaterThan(3);
    }
    const [forPersons, forPrograms] = [personal(before.visitor), personal(before.byNobody)];
    const own = ["/notices", "/saved"];
    expect(forPersons).toEqual(expect.arrayContaining(own));
    expect(naming(await readAll(own, { Cookie: other.cookie })).sort()).toEqual(own);
    expect(naming(before.visitor)).toContain(`/article/${ids.article}/changes/2`);
    expect(await readCopies()).toMatch(anyWord);

    for (const kind of kinds) expect(await hideText({ kind, id: ids[kind] }, decision)).toBe(true);
    const path = `/article/${ids.article}`;
    await expect.poll(async () => (await read(path)).status, { timeout: 1_000 }).toBe(410);
    await expect
      .poll(async () => (await read(`/macro/reviews/${ids.review}`)).status, { timeout: 1_000 })
      .toBe(410);
    const after = {
      visitor: await readAll(there(before.visitor)),
      person: await readAll(forPersons, { Cookie: other.cookie }),
      byToken: await readAll(forPrograms, bearer(other)),
      byNobody: await readAll(there(before.byNobody)),
    };
    for (const [who, answers] of Object.entries(after)) {
      expect(naming(answers), who).toEqual([]);
      const failed = [...answers].filter(([, { status }]) => status >= 500);
      expect(
        failed.map(([address]) => address),
        who,
      ).toEqual([]);
    }
    const listing = [...after.visitor, ...after.byNobody].filter(([address]) =>
      /sitemap|feed|^\/(community|macro|_root|people\/Author)[^/]*$|^\/search|^\/api\/(articles|reviews)\b[^/]*$/.test(
        address,
      ),
    );
    const linking = listing.filter(([, { body }]) => isLinked.test(body));
    expect(linking.map(([address]) => address)).toEqual([]);
    expect(await readCopies()).not.toMatch(anyWord);
    expect((await read(`/images/article/${ids.article}.png`)).status).toBe(404);
    const gone = await read(path);
    expect(gone.body).toContain("Hidden by moderators");
    expect(gone.body).toContain("/rules#rule-1");
    expect((await read(`/api/articles/${ids.article}`)).status).toBe(410);
    expect((await read(`/api/comments/${ids.comment}`)).body).toContain("was hidden by moderators");

    const authors = await readAll(forPersons, { Cookie: author.cookie });
    expect(naming(authors, /Quernstone/)).toContain(path);
    expect(naming(authors, /Thurible/)).toContain(`/macro/reviews/${ids.review}`);
    expect(naming(authors, /Sackbut/).length).toBeGreaterThan(0);
    expect(
      naming(authors).filter((address) => /^\/(feed|sitemap|search|community|$)/.test(address)),
    ).toEqual([]);

    for (const kind of kinds) expect(await restoreText({ kind, id: ids[kind] })).toBe(true);
    await expect.poll(async () => (await read(path)).status, { timeout: 1_000 }).toBe(200);
    const again = await readAll(there(documents));
    // The upkeep, which begins a minute after the start of the site, changes what shows the ledger, and the form to sign
    // up has the time at which it was shown.
    const compared = [...again].filter(
      ([address]) => !/^\/(ledger|momentum|sentiment|signup)\b/.test(address),
    );
    const different = compared.flatMap(([address, { body }]) =>
      differenceOf(address, before.visitor.get(address)!.body, body),
    );
    expect(different).toEqual([]);
  },
);
