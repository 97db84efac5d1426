import { FIRST_ID, type IdRangeReader } from "~/models/collection.server";
import { notFoundError } from "../errors";
import type { SitePage } from "../feature";
import { features } from "../features.server";

export type { SitePage } from "../feature";

/** Maximum number of URLs per part. */
const PART_SIZE = 5000;

/** A kind of page with an unbounded number of instances. */
interface Section {
  name: string;
  /** The first id of each part; empty if there are no pages. */
  starts(): Promise<readonly string[]>;
  read(range: { from: string; before: string | null }): Promise<SitePage[]>;
}

/** All URLs of the site, in parts of at most `size`. */
export function createSitemap(size = PART_SIZE) {
  const sections = features.flatMap(({ sitemap = {} }) =>
    Object.entries(sitemap).map(([name, pages]) => section(name, size, pages)),
  );
  const readNth = async ({ starts, read }: Section, index: number) => {
    const [from, before = null] = (await starts()).slice(index);
    if (from === undefined) throw notFoundError("Sitemap");
    return read({ from, before });
  };
  return {
    /** @returns all pages if they fit in one part, otherwise the names of the parts */
    async readAll(): Promise<{ pages: SitePage[] } | { parts: string[] }> {
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
    /** @throws ServiceError `notFound` */
    async readPart(part: string): Promise<SitePage[]> {
      if (part === "pages") return readFixedPages();
      const [, name, number] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(part) ?? [];
      const section = sections.find((candidate) => candidate.name === name);
      if (!section) throw notFoundError("Sitemap");
      return readNth(section, Number(number) - 1);
    },
  };
}

const section = (name: string, size: number, pages: IdRangeReader<SitePage | null>): Section => ({
  name,
  async starts() {
    if ((await pages.idAfter(FIRST_ID, 0)) === null) return [];
    const found = [FIRST_ID];
    for (let next: string | null; (next = await pages.idAfter(found.at(-1)!, size)) !== null;)
      found.push(next);
    return found;
  },
  read: async (range) =>
    (await pages.list({ ...range, limit: size })).filter((page) => page !== null),
});

/** Reads the pages that always exist, with the date of the newest content listed on them. */
async function readFixedPages(): Promise<SitePage[]> {
  const pages = await Promise.all(
    features
      .flatMap(({ fixedPages = [] }) => fixedPages)
      .map(async ([path, newest]) => ({ path, modified: newest ? await newest() : null })),
  );
  const latest = Math.max(...pages.map(({ modified }) => modified?.getTime() ?? 0));
  return [{ path: "/", modified: latest ? new Date(latest) : null }, ...pages];
}

export const sitemap = createSitemap();
