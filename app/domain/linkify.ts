/** Finds the bare links in a text: addresses with `http`, `https` or `www.`, and of email; and the people named in it. */
import { LinkifyIt, REBuilder } from "linkify-it";
import { namedBy, namesInText, type FoundName, type Named } from "./named";
import { personPath } from "./person-path";
import type { TextSegment } from "./text-segments";

/** Lets links begin and end beside letters of scripts that are written without spaces: `見https://a.example/を`. */
class LinkPatterns extends REBuilder {
  /** A host in ASCII, before a letter of another script that does not belong to one of its labels. */
  private readonly host = () =>
    `(?:[a-z0-9-]{1,63}\\.){1,10}[a-z]{2,63}(?=[^\\x00-\\x7f])(?!${this.get_pseudo_letter().source}{0,63}[.-])`;

  override get_schema_search() {
    return (this.cache.schema_search ??= new RegExp(
      `(^|[^a-z0-9+.-])(${this.get_schema_names().source})`,
      "ig",
    ));
  }

  override get_url_host_port() {
    return (this.cache.url_host_port ??= new RegExp(
      `(?:${this.host()}|${super.get_url_host_port().source})`,
    ));
  }

  override get_fuzzy_mail_host() {
    return (this.cache.src_fuzzy_mail_host ??= new RegExp(
      `(?:${this.host()}|${super.get_fuzzy_mail_host().source})`,
    ));
  }

  override get_mail_name_validator() {
    const { source } = this.get_mail_name();
    // Letters with accents are not part of a name that the library knows: `é@a.example` is no link.
    return (this.cache.mail_name_validator ??= new RegExp(
      `(?:^|[^-!#$%&'*+/=?^_\`{|}~a-zA-Z0-9.\\u00c0-\\u052f])(${source})$`,
    ));
  }

  /** What follows `www.`. */
  get_rest_of_host() {
    return (this.cache.rest_of_host ??= new RegExp(
      this.get_url_host_port().source + this.get_path().source,
      "iy",
    ));
  }

  override get_path_extra() {
    // Dashes and middle dots join words in names of pages.
    return new RegExp(`[\\u2013\\u00b7\\u30fb](?=${this.get_pseudo_letter().source})|`);
  }
}

const patterns = new LinkPatterns();

/** Links end before punctuation of all scripts, unless it is followed by more of the address. */
export const linkifier = new LinkifyIt({ rebuilder: patterns })
  .add("ftp:", null)
  .add("//", null)
  .add("www.", {
    validate: (text, pos) => {
      // The middle of a path, a host or an email address.
      if (/[/@:]/.test(text[pos - "www.".length - 1] ?? "")) return 0;
      const rest = patterns.get_rest_of_host();
      rest.lastIndex = pos;
      return rest.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => void (match.url = `http://${match.url}`),
  });

interface FoundLink {
  start: number;
  end: number;
  href: string;
}

const findUrls = (text: string): FoundLink[] =>
  (linkifier.match(text) ?? []).map(({ index, lastIndex, url }) => ({
    start: index,
    end: lastIndex,
    href: url,
  }));

/** @returns the links in a text, as they stand there */
export const findLinks = (text: string): string[] =>
  findUrls(text).map(({ start, end }) => text.slice(start, end));

/** @returns the names after `@` in a plain text, in order, without those within URLs and addresses of email */
export const findNames = (text: string): FoundName[] =>
  text.includes("@") ? namesOutside(findUrls(text), text) : [];

const namesOutside = (urls: readonly FoundLink[], text: string): FoundName[] => {
  let next = 0;
  return namesInText(text).filter(({ index }) => {
    while (urls[next] && urls[next]!.end <= index) next += 1;
    return !urls[next] || index < urls[next]!.start;
  });
};

const findPeople = (
  urls: readonly FoundLink[],
  text: string,
  named: readonly Named[],
): FoundLink[] => {
  if (!named.length) return [];
  const personOf = namedBy(named);
  return namesOutside(urls, text).flatMap(({ name, index: start }) => {
    const person = personOf(name);
    const end = start + "@".length + name.length;
    return person ? [{ start, end, href: personPath(person.name) }] : [];
  });
};

function segmentsOf(text: string, links: readonly FoundLink[]): TextSegment[] {
  const segments: TextSegment[] = [];
  let last = 0;
  for (const { start, end, href } of links) {
    segments.push(text.slice(last, start), { href, text: text.slice(start, end) });
    last = end;
  }
  segments.push(text.slice(last));
  return segments.filter((segment) => segment !== "");
}

/**
 * Finds the links in a plain text. Prefer calling it in loaders, so that the library is not sent to the
 * browser.
 * @param named the people whom the text names, as stored with it
 */
export function linkify(text: string, named: readonly Named[] = []): TextSegment[] {
  const urls = findUrls(text);
  const links = [...urls, ...findPeople(urls, text, named)];
  return segmentsOf(
    text,
    links.sort((one, other) => one.start - other.start),
  );
}

/** Like `linkify`, for a text in which only the people whom it names become links. */
export const linkifyNames = (text: string, named: readonly Named[]): TextSegment[] =>
  segmentsOf(text, findPeople(findUrls(text), text, named));
