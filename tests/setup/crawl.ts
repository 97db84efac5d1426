/** A crawler that follows every link of the site, up to a number of addresses per pattern. */
import { Parser } from "htmlparser2";
export interface Visited {
  address: string;
  /** The first page that links to it. */
  from: string;
  /** The status of the response at the end of all redirects, or the reason why there is none. */
  status: number | string;
  end: string;
  type: string;
  canonical: string | null;
  /** Whether a `noindex` keeps it out of search engines. */
  isHidden: boolean;
  /** Fragments that the page links to, and that no element of it has as its id. */
  nowhere: string[];
  headings: number[];
  text: string;
}

interface CrawlOptions {
  origin: string;
  starts: readonly string[];
  cookie?: string;
  /** How many addresses of one pattern are requested at most, not counting canonical addresses. */
  most: (pattern: string) => number;
}
const AT_ONCE = 6;
const MAX_REDIRECTS = 5;

/** An address without what varies between addresses of its kind: ids, and the values in its query. */
export function patternOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://site");
  const names = [...new Set(searchParams.keys())].sort();
  const path = pathname
    .replace(/\/[0-9a-f]{24}(?=\/|$)/g, "/{id}")
    .replace(/^\/people\/[^/]+/, "/people/{id}");
  return names.length ? `${path}?${names.join("&")}` : path;
}

/** Crawls breadth first. @returns everything that was requested, in that order */
export async function crawl(options: CrawlOptions): Promise<Visited[]> {
  const { origin, starts, most } = options;
  const visited: Visited[] = [];
  const known = new Set<string>();
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  let next: { address: string; from: string }[] = [];
  const ask = (address: string, from: string) => {
    if (asked.has(address)) return;
    asked.add(address);
    next.push({ address, from });
  };
  const add = (address: string, from: string) => {
    if (known.has(address)) return;
    known.add(address);
    const pattern = patternOf(address);
    const count = (counts.get(pattern) ?? 0) + 1;
    counts.set(pattern, count);
    if (count <= most(pattern)) ask(address, from);
  };
  for (const start of starts) add(start, "the beginning");
  while (next.length) {
    const step = next;
    next = [];
    for (let i = 0; i < step.length; i += AT_ONCE) {
      const answers = await Promise.all(
        step.slice(i, i + AT_ONCE).map(({ address, from }) => visit(address, from, options)),
      );
      for (const { links, ...page } of answers) {
        visited.push(page);
        for (const link of links) {
          const url = new URL(link, origin + page.end);
          if (url.origin === origin) add(url.pathname + url.search, page.address);
        }
        if (page.canonical !== null) ask(page.canonical, page.address);
      }
    }
  }
  return visited;
}

async function visit(address: string, from: string, { origin, cookie }: CrawlOptions) {
  const nothing = { address, from, end: address, type: "", text: "", ...look("") };
  let url = new URL(address, origin);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: cookie ? { Cookie: cookie } : {},
    });
    const location = response.headers.get("Location");
    const body = await response.text();
    if (response.status < 300 || response.status >= 400 || !location) {
      const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
      const page = look(type === "text/html" ? body : "");
      const end = url.pathname + url.search;
      const canonical = page.canonical === null ? null : pathOf(page.canonical, url);
      return { ...nothing, ...page, canonical, status: response.status, end, type, text: body };
    }
    url = new URL(location, url);
    if (url.origin !== origin) return { ...nothing, status: `leads away to ${url.origin}` };
  }
  return { ...nothing, status: "redirects without end" };
}

function pathOf(address: string, base: URL): string {
  const { pathname, search } = new URL(address, base);
  return pathname + search;
}

/** The attribute of each element that has an address which a browser may request. */
const REFERENCES: Record<string, string> = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  script: "src",
  iframe: "src",
  object: "data",
  source: "src",
};

function look(html: string) {
  const links: string[] = [];
  const ids = new Set<string>();
  const places: string[] = [];
  const headings: number[] = [];
  const page = { canonical: null as string | null, isHidden: false };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (attributes.id) ids.add(attributes.id);
      const [, level] = /^h([1-6])$/.exec(name) ?? [];
      if (level) headings.push(Number(level));
      const reference = attributes[REFERENCES[name] ?? ""];
      if (reference?.startsWith("#")) places.push(reference.slice(1));
      else if (reference && isPage(reference)) links.push(reference);
      if (name === "link" && attributes.rel === "canonical") page.canonical = attributes.href ?? "";
      if (name === "form" && (attributes.method ?? "get").toLowerCase() === "get") {
        links.push(attributes.action ?? "");
      }
      if (name === "meta") {
        if (attributes.name === "robots") page.isHidden = /noindex/.test(attributes.content ?? "");
        if (attributes.property === "og:image") links.push(attributes.content ?? "");
      }
    },
  });
  parser.end(html);
  return { ...page, links, headings, nowhere: places.filter((place) => place && !ids.has(place)) };
}

const isPage = (reference: string) => !/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(reference);
