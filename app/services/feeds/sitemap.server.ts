import { millisecondsInDay } from "date-fns/constants";
import { apiTagPath, apiTags } from "~/config/api-tags";
import { reviewPath } from "~/config/hubs";
import { categories } from "~/domain/categories";
import { engines } from "~/domain/engines";
import { findTopic, topics } from "~/domain/topics";
import { FIRST_ID, type IdRangeReader } from "~/models/id-range.server";
import { articlesById } from "~/models/article.server";
import { recommendationsById } from "~/models/recommendation.server";
import { reviewsById } from "~/models/review.server";
import { personPath } from "~/domain/person-path";
import { peopleById } from "~/models/profile.server";
import { isUnlisted } from "../people/people.server";
import { browseArticles } from "../articles/articles.server";
import { notFoundError } from "../errors";
import { listMomentum } from "../recommendations/momentum.server";
import { browseReviews } from "../articles/reviews.server";
import { listSentiment } from "../recommendations/sentiment.server";

/** A page listed for search engines, under its canonical path. */
export interface SitePage {
  path: string;
  /** When its content last changed, if known. */
  modified: Date | null;
}

/** Maximum number of URLs per part. */
const PART_SIZE = 5000;
/** How long the part boundaries are cached; imports may add documents in between. */
const CACHE_MS = millisecondsInDay;

/** Pages with static content. */
const STATIC_PATHS = [
  ...["/declaration", "/whitepaper", "/privacy", "/terms", "/research"],
  ...["/investmentclub", "/partner", "/api"],
  ...apiTags.map(({ name }) => apiTagPath(name)),
  ...engines.map((engine) => `/${engine}/track-record`),
];

/** A kind of page with an unbounded number of instances. */
interface Section {
  name: string;
  /** The first id of each part; empty if there are no pages. */
  starts(): Promise<readonly string[]>;
  read(range: { from: string; before: string | null }): Promise<SitePage[]>;
}

/** All URLs of the site, in parts of bounded size. */
export interface Sitemap {
  /** @returns all pages if they fit in one part, otherwise the names of the parts */
  readAll(): Promise<{ pages: SitePage[] } | { parts: string[] }>;
  /** @returns the pages of a part. @throws ServiceError `notFound` */
  readPart(name: string): Promise<SitePage[]>;
}

/** @param size maximum number of URLs per part */
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
    section("people", size, peopleById, (person) =>
      !person || isUnlisted(person) ? null : { path: personPath(person.name), modified: null },
    ),
  ];
  const readNth = async ({ starts, read }: Section, index: number) => {
    const cachedStarts = await starts();
    const from = cachedStarts[index];
    if (from === undefined) throw notFoundError("Sitemap");
    return read({ from, before: cachedStarts[index + 1] ?? null });
  };
  return {
    async readAll() {
      const counts = await Promise.all(sections.map(async ({ starts }) => (await starts()).length));
      const parts = [
        "pages",
        ...sections.flatMap(({ name }, i) =>
          Array.from({ length: counts[i]! }, (_, index) => `${name}-${index + 1}`),
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

/** The sitemap of this site. */
export const sitemap = createSitemap();

function section<Item>(
  name: string,
  size: number,
  items: IdRangeReader<Item>,
  /** Returns `null` for a page that is not listed. */
  toPage: (item: Item) => SitePage | null,
): Section {
  let cachedStarts: readonly string[] = [];
  let cachedAt = 0;
  return {
    name,
    async starts() {
      if (Date.now() - cachedAt > CACHE_MS) {
        cachedStarts = [];
        cachedAt = Date.now();
      }
      // Only the last part grows, so the search continues from its start.
      const found = [...cachedStarts];
      if (!found.length) {
        if ((await items.idAfter(FIRST_ID, 0)) === null) return [];
        found.push(FIRST_ID);
      }
      for (;;) {
        const next = await items.idAfter(found.at(-1)!, size);
        if (next === null) break;
        found.push(next);
      }
      cachedStarts = found;
      return found;
    },
    read: async (range) =>
      (await items.list({ ...range, limit: size })).map(toPage).filter((page) => page !== null),
  };
}

/** Reads the pages that always exist, with the date of the newest content listed on them. */
async function readFixedPages(): Promise<SitePage[]> {
  const newest = async (list: Promise<{ items: readonly { createdAt: Date }[] }>) =>
    (await list).items[0]?.createdAt ?? null;
  const general = categories.filter(({ slug }) => !findTopic(slug));
  const dynamicPages = await Promise.all([
    pageWithDate("/community", newest(browseArticles({ sort: "new", limit: 1 }))),
    pageWithDate("/momentum", newest(listMomentum({ limit: 1 }))),
    pageWithDate("/sentiment", newest(listSentiment({ limit: 1 }))),
    ...topics.map(({ slug }) =>
      pageWithDate(`/${slug}`, newest(browseReviews({ hub: slug, sort: "new", limit: 1 }))),
    ),
    ...general.map(({ slug }) =>
      pageWithDate(
        `/category/${slug}`,
        newest(browseArticles({ sort: "new", category: slug, limit: 1 })),
      ),
    ),
  ]);
  const latest = Math.max(...dynamicPages.map(({ modified }) => modified?.getTime() ?? 0));
  return [
    { path: "/", modified: latest ? new Date(latest) : null },
    ...dynamicPages,
    ...STATIC_PATHS.map((path) => ({ path, modified: null })),
  ];
}

const pageWithDate = async (path: string, modified: Promise<Date | null>): Promise<SitePage> => ({
  path,
  modified: await modified,
});
