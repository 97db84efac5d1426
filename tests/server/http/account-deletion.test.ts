/** A site with two deleted accounts: every page still works, and none of them shows their names. */
import { beforeAll, expect, test } from "vitest";
import { listArticles } from "~/models/article.server";
import { listRecommendations } from "~/models/recommendation.server";
import {
  deleteAccount,
  DELETED_ACCOUNT_NAME,
} from "~/services/account-deletion/account-deletion.server";
import { crawl, patternOf } from "../../setup/crawl";
import { addSignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ DEMO: "1", RATE_LIMITS: "off" });
useSiteDatabase(site);

/** Generous, because other tests compete for the processor. */
const TIMEOUT = 240_000;
const NAMES = ["NetNetNils", "KofiVariance"];

const ask = (path: string, cookie = "") => fetch(site().origin + path, { headers: { cookie } });
const namesOn = async (path: string, cookie: string) => {
  const answer = await ask(path, cookie);
  const text = await answer.text();
  return { path, status: answer.status, names: NAMES.filter((name) => text.includes(name)) };
};

let cookie: string;
let paths: string[];
beforeAll(async () => {
  ({ cookie } = await addSignedIn({ isMember: true }));
  const { items } = await listArticles({ sort: "new", limit: 60 });
  const sentiment = await listRecommendations("sentiment", { limit: 1 });
  paths = [
    ...["/", "/community", "/research", "/stocks", "/asset-allocation", "/macro", "/book-nook"],
    ...["/partner", "/search?q=the", "/search?q=the&kind=comments", "/dashboard", "/sitemap.xml"],
    ...["/community/feed.rss", "/stocks/feed.atom", "/macro/feed.json"],
    ...["/api/articles", "/api/reviews", "/api/research-hubs"],
    ...sentiment.items.map(({ id }) => `/sentiment/${id}`),
    ...items.flatMap(({ id }) => [`/article/${id}`, `/api/articles/${id}/comments`]),
  ];
}, TIMEOUT);

test(
  "after two deletions every page works, and none shows their names",
  async () => {
    const before = await Promise.all(paths.map((path) => namesOn(path, cookie)));
    expect(before.filter(({ status }) => status !== 200)).toEqual([]);
    for (const name of NAMES) expect(before.flatMap(({ names }) => names)).toContain(name);

    await deleteAccount("nils@example.org");
    await deleteAccount("kofi@example.org", { withContent: true });

    const after = await Promise.all(paths.map((path) => namesOn(path, cookie)));
    expect(after.filter(({ names }) => names.length)).toEqual([]);
    // Only the content of the account that was deleted with it is gone.
    const gone = after.filter(({ status }) => status !== 200);
    expect(gone.filter(({ path, status }) => status !== 404 || !path.includes("article"))).toEqual(
      [],
    );
    expect(gone.length).toBeLessThan(after.length / 4);
    expect(await (await ask("/api/reviews")).text()).toContain(DELETED_ACCOUNT_NAME);
  },
  TIMEOUT,
);

test(
  "after two deletions no link is dead",
  async () => {
    const most = (pattern: string) => (pattern.includes(".") || pattern.includes("?") ? 0 : 3);
    const visited = await crawl({ origin: site().origin, starts: ["/"], cookie, most });
    expect(visited.filter(({ status }) => status !== 200)).toEqual([]);
    expect(visited.map(({ address }) => patternOf(address))).toContain("/partner");
  },
  TIMEOUT,
);
