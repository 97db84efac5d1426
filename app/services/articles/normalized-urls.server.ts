import { createHash } from "node:crypto";
import { titleKey } from "~/domain/work-score";

/** The longest key stored verbatim, in characters; longer ones are hashed, because index keys are limited in size. */
const MAX_KEY_LENGTH = 1000;

/**
 * Normalises a link for comparison, for both articles and reviews. Ignores scheme, credentials, trailing slash, index
 * file, tracking parameters, the order of other parameters, the hosts `www.` and `m.`, and fragments unless pages are
 * routed by them. The pages of a video or a preprint have one key.
 * @param url an absolute http or https URL
 * @returns the key, a digest if the link is very long, or `null` if the URL cannot be normalised
 */
export function urlKey(url: string): string | null {
  const key = URL.canParse(url) ? normalized(new URL(url)) : null;
  return key === null ? null : digestIfLong(key);
}

/** A work is identified by its URL or, without one, by its title and author. */
interface Work {
  title: string;
  author: string;
  url?: string;
}

/** @returns the key shared by all reviews of a work, or `null` if its URL cannot be normalised */
export const workKey = ({ title, author, url }: Work): string | null =>
  url === undefined ? digestIfLong(titleKey(title, author)) : urlKey(url);

const digestIfLong = (key: string) =>
  key.length <= MAX_KEY_LENGTH ? key : `sha256 ${createHash("sha256").update(key).digest("hex")}`;

function normalized({ protocol, hostname, port, pathname, search, hash }: URL): string | null {
  if (!/^https?:$/.test(protocol)) return null;
  const host = hostname.replace(/\.$/, "").replace(SAME_HOST, "") + (port && `:${port}`);
  const path = withoutEnd(pathname.replace(/\/index\.(?:html?|php)$/, "/"));
  const parameters = parametersOf(search.slice(1), host);
  return (
    keyOfPreprint(host + path) ??
    keyOfVideo(host + path, parameters) ??
    host + path + joined(parameters) + routeOf(hash, host)
  );
}

/** The first labels of hosts for browsers and for phones; Wikipedia's come after the language. */
const SAME_HOST = /^(?:(?:www|m|mobile)\.)+(?=[^.]+\.[^.])|(?<=^[a-z]{2,3}\.)m\.(?=[^.]+\.[^.])/;

/**
 * Decodes the escapes of characters that mean the same unescaped, and writes the others in upper case (RFC 3986,
 * section 6.2.2).
 */
const normalizeEscapes = (text: string) =>
  text.replace(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[!-~]/.test(character) && !/[%/?#@:$&+,;=\\]/.test(character)
      ? character
      : escaped.toUpperCase();
  });

const withoutEnd = (path: string) => normalizeEscapes(path).replace(/\/$/, "");

/** The parameters of a query, in the order of their names; those of one name keep their order. */
function parametersOf(query: string, host: string): string[] {
  const nameOf = (parameter: string) => parameter.split("=", 1)[0]!;
  return query
    .split("&")
    .map((parameter) => normalizeEscapes(parameter.replaceAll("+", "%20")))
    .filter((parameter) => parameter && !isTracking(nameOf(parameter), host))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
}

const isTracking = (name: string, host: string) =>
  TRACKING.test(name) || (name === "si" && /^(?:.+\.)?(?:youtube|spotify)\.com$/.test(host));

/** Parameters that tell a site where its visitors come from. */
const TRACKING = new RegExp(
  [
    "(?:utm|hsa)_\\w+|(?:mtm|pk|piwik)_(?:campaign|cid|content|group|keyword|kwd|medium|placement|source)",
    "(?:fb|g|d|y|ys|tw|tt|irc)clid|msclkid|gclsrc|gad_source|[gw]braid|_ga|_gl|igsh|igshid|li_fat_id|rb_clickid",
    "_hsenc|_hsmi|hsctatracking|mc_[ce]id|mkt_tok|vero_(?:id|conv)|oly_(?:anon|enc)_id|s_cid|cmpid|ncid|smid|spm",
    "ref|ref_(?:src|url)|guccounter|guce_referrer(?:_sig)?|__twitter_impression",
  ]
    .map((names) => `^(?:${names})$`)
    .join("|"),
  "i",
);

const joined = (parameters: readonly string[]) =>
  parameters.length ? `?${parameters.join("&")}` : "";

/** The fragment, if pages are routed by it; such a fragment may have parameters of its own. */
function routeOf(hash: string, host: string): string {
  const [, route, query = ""] =
    /^(#(?:\/|!)[^?]*)(?:\?([^]*))?$/.exec(hash.replace(/:~:[^]*$/, "")) ?? [];
  if (route === undefined) return "";
  const path = withoutEnd(route) + joined(parametersOf(query, host));
  return /^#!?$/.test(path) ? "" : path;
}

/** The key of a preprint on arXiv: its abstract, its text in any format and version, and its DOI are one work. */
function keyOfPreprint(address: string): string | undefined {
  const [, id] =
    /^(?:(?:export\.)?arxiv\.org\/(?:abs|pdf|html)\/|(?:dx\.)?doi\.org\/10\.48550\/arxiv\.)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/i.exec(
      address,
    ) ?? [];
  // The subject class of an old identifier is optional.
  return id && `arxiv.org/abs/${id.toLowerCase().replace(/\.[a-z]{2}\//, "/")}`;
}

/** The key of a video on YouTube, at whichever second and in whichever player it starts. */
function keyOfVideo(address: string, parameters: readonly string[]): string | undefined {
  const [, page, id] =
    /^(?:youtu\.be|youtube(?:-nocookie)?\.com\/(watch|shorts|embed|live|v))(?:\/([\w-]+))?$/.exec(
      address,
    ) ?? [];
  const video = page === "watch" ? parameters.find((one) => /^v=[\w-]+$/.test(one))?.slice(2) : id;
  return video && !/^(?:videoseries|live_stream)$/.test(video)
    ? `youtube.com/watch?v=${video}`
    : undefined;
}
