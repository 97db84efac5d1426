/** Finds the bare links in a text: addresses with `http`, `https` or `www.`, and of email. */
import { LinkifyIt, REBuilder } from "linkify-it";
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

/**
 * Finds the links in a plain text. Prefer calling it in loaders, so that the library is not sent to the
 * browser.
 */
export function linkify(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of linkifier.match(text) ?? []) {
    segments.push(text.slice(end, index), { href: url, text: text.slice(index, lastIndex) });
    end = lastIndex;
  }
  segments.push(text.slice(end));
  return segments.filter((segment) => segment !== "");
}
