/** What an address names that somebody has typed to report it. */
import type { ModerationTarget } from "./moderation";
import { isPersonName } from "./person-path";
import { findTopic } from "./topics";

/** `isElsewhere` for an address on another site; `null` for one that names no text and no person. */
export type ReportedAddress =
  | { isElsewhere: false; kind: ModerationTarget["kind"]; idOrName: string }
  | { isElsewhere: true }
  | null;

const isId = (text = "") => /^[0-9a-f]{24}$/i.test(text);

/** Invisible characters that come along when an address is copied. */
const STRAY = /[\u00ad\u200b\u200e\u200f\u2060-\u2069\ufeff]/g;

/**
 * Reads the address of a page of this site, with or without the site, in any form in which a page names a text: the
 * address of a comment is that of its discussion with its anchor.
 * @param origin of this site
 */
export function readReportedAddress(typed: string, origin: string): ReportedAddress {
  const here = new URL(origin);
  const text = typed.replace(STRAY, "").trim();
  // Without a scheme, a host with a port would be read as one.
  const isOfHost = text.toLowerCase().startsWith(`${here.host}/`);
  const address = isOfHost ? `${here.protocol}//${text}` : text;
  if (!URL.canParse(address, origin)) return null;
  const { protocol, host, pathname, hash, searchParams } = new URL(address, origin);
  if (!/^https?:$/.test(protocol)) return null;
  if (withoutWww(host) !== withoutWww(here.host)) return { isElsewhere: true };
  const [first = "", second = "", third = ""] = segmentsOf(pathname);
  const page = first.toLowerCase();
  const commentId = /^#comment-([0-9a-f]{24})$/i.exec(hash)?.[1] ?? searchParams.get("comment");
  const named = (kind: ModerationTarget["kind"], idOrName: string): ReportedAddress => ({
    isElsewhere: false,
    kind,
    idOrName,
  });
  if (page === "people" && isPersonName(second)) return named("person", second);
  if (page === "comment" && isId(second)) return named("comment", second);
  const review = findTopic(page) && second.toLowerCase() === "reviews" ? third : undefined;
  const textId = page === "article" ? second : review;
  if (!isId(textId)) return null;
  if (commentId && isId(commentId)) return named("comment", commentId);
  return named(page === "article" ? "article" : "review", textId!);
}

const withoutWww = (host: string) => host.replace(/^www\./, "");

function segmentsOf(pathname: string): string[] {
  try {
    return pathname
      .split("/")
      .filter(Boolean)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return [];
  }
}
