import { categories } from "~/domain/categories";
import { findTopic, topics } from "~/domain/topics";
import { FIRST_ID, type IdRangeReader } from "~/models/id-range.server";
import { articlesById } from "~/models/article.server";
import { recommendationsById } from "~/models/recommendation.server";
import { reviewsById } from "~/models/review.server";
import { reviewPath } from "../paths";
import { browseArticles } from "../articles/articles.server";
import { notFoundError } from "../errors";
import { listMomentum } from "../recommendations/momentum.server";
import { browseReviews } from "../reviews/reviews.server";
import { listSentiment } from "../recommendations/sentiment.server";

/** A page for search engines to know of: at its one address, and not kept out of them. */
export interface SitePage {
  path: string;
  /** When what is on it changed last, where that is known. */
  modified: Date | null;
}

/** How many addresses one part has at most. */
const PART_SIZE = 5000;
/** How long it is believed where parts begin: something may have been added in the middle. */
const BELIEVED_MS = 86_400_000;

/** Pages whose content is not the community's. */
const STANDING = [
  ...["/declaration", "/whitepaper", "/privacy", "/terms", "/research"],
  ...["/investmentclub", "/partner", "/api"],
];

/** What there is any number of. */
interface Section {
  name: string;
  /** Where its parts begin: the ids of the first in each; none while there is nothing. */
  starts(): Promise<readonly string[]>;
  read(range: { from: string; before: string | null }): Promise<SitePage[]>;
}

/** All addresses of the site, in parts of a bounded size. */
export interface Sitemap {
  /** @returns all of them, if they are few enough for one part; else the names of the parts */
  readAll(): Promise<{ pages: SitePage[] } | { parts: string[] }>;
  /** @returns a part by its name. @throws Refusal `notFound` */
  readPart(name: string): Promise<SitePage[]>;
}

/** @param size how many addresses a part has at most */
export function createSitemap(size = PART_SIZE): Sitemap {
  const sections = [
    section("articles", size, articlesById, ({ id, createdAt }) => ({
      path: `/article/${id}`,
      modified: createdAt,
    })),
    section("reviews", size, reviewsById, (review) => ({
      path: reviewPath(review),
      modified: review.updatedAt,
    })),
    section("recommendations", size, recommendationsById, ({ id, kind, createdAt }) => ({
      path: `/${kind}/${id}`,
      modified: createdAt,
    })),
  ];
  const readNth = async ({ starts, read }: Section, place: number) => {
    const known = await starts();
    const from = known[place];
    if (from === undefined) throw notFoundError("Sitemap");
    return read({ from, before: known[place + 1] ?? null });
  };
  return {
    async readAll() {
      const counts = await Promise.all(sections.map(async ({ starts }) => (await starts()).length));
      const parts = [
        "pages",
        ...sections.flatMap(({ name }, i) =>
          Array.from({ length: counts[i]! }, (_, place) => `${name}-${place + 1}`),
        ),
      ];
      if (counts.some((count) => count > 1)) return { parts };
      const filled = sections.filter((_, i) => counts[i]);
      const all = await Promise.all([
        readFixedPages(),
        ...filled.map((section) => readNth(section, 0)),
      ]);
      const pages = all.flat();
      return pages.length > size ? { parts } : { pages };
    },
    async readPart(part) {
      if (part === "pages") return readFixedPages();
      const [, name, number] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(part) ?? [];
      const section = sections.find((candidate) => candidate.name === name);
      if (!section) throw notFoundError("Sitemap");
      return readNth(section, Number(number) - 1);
    },
  };
}

/** The site's own. */
export const sitemap = createSitemap();

function section<Item>(
  name: string,
  size: number,
  items: IdRangeReader<Item>,
  toPage: (item: Item) => SitePage,
): Section {
  let known: readonly string[] = [];
  let knownSince = 0;
  return {
    name,
    async starts() {
      if (Date.now() - knownSince > BELIEVED_MS) {
        known = [];
        knownSince = Date.now();
      }
      // Only the last part grows, so that the way goes on from where it begins.
      const found = [...known];
      if (!found.length) {
        if ((await items.idAfter(FIRST_ID, 0)) === null) return [];
        found.push(FIRST_ID);
      }
      for (;;) {
        const next = await items.idAfter(found.at(-1)!, size);
        if (next === null) break;
        found.push(next);
      }
      known = found;
      return found;
    },
    read: async (range) => (await items.list({ ...range, limit: size })).map(toPage),
  };
}

/** The pages there are whatever anybody writes, with when something was last added to them. */
async function readFixedPages(): Promise<SitePage[]> {
  const newest = async (list: Promise<{ items: readonly { createdAt: Date }[] }>) =>
    (await list).items[0]?.createdAt ?? null;
  const general = categories.filter(({ slug }) => !findTopic(slug));
  const living = await Promise.all([
    dated("/community", newest(browseArticles({ sort: "new", limit: 1 }))),
    dated("/momentum", newest(listMomentum({ limit: 1 }))),
    dated("/sentiment", newest(listSentiment({ limit: 1 }))),
    ...topics.map(({ slug }) =>
      dated(`/${slug}`, newest(browseReviews({ hub: slug, sort: "new", limit: 1 }))),
    ),
    ...general.map(({ slug }) =>
      dated(`/category/${slug}`, newest(browseArticles({ sort: "new", category: slug, limit: 1 }))),
    ),
  ]);
  const latest = Math.max(...living.map(({ modified }) => modified?.getTime() ?? 0));
  return [
    { path: "/", modified: latest ? new Date(latest) : null },
    ...living,
    ...STANDING.map((path) => ({ path, modified: null })),
  ];
}

const dated = async (path: string, modified: Promise<Date | null>): Promise<SitePage> => ({
  path,
  modified: await modified,
});
