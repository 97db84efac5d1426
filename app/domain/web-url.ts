import { MAX_URL_LENGTH } from "./field-limits";

/** Invisible characters that come along when a link is copied. */
const STRAY = "[\\u00ad\\u200b\\u200e\\u200f\\u2060-\\u2069\\ufeff]+";
const STRAY_AT_ENDS = new RegExp(`^${STRAY}|${STRAY}$`, "g");

/**
 * Parses an absolute http or https URL as the URL standard does. Refuses what other parsers, or people, may read as
 * another address: credentials, which can disguise where a link leads; control characters, which browsers drop;
 * invisible characters in the host; and hosts that DNS does not allow.
 *
 * @param text as it was typed
 * @returns the serialised URL, which all parsers read alike, or `null` if it is none or longer than `MAX_URL_LENGTH`
 */
export function parseWebUrl(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return null;
  const typed = text.replace(STRAY_AT_ENDS, "");
  if (!/^https?:\/\//i.test(typed) || /\p{Cc}/u.test(typed) || !URL.canParse(typed)) return null;
  if (/^[^:]+:[/\\]*[^/?#\\]*\p{Default_Ignorable_Code_Point}/u.test(typed)) return null;
  const { href, hostname, username, password } = new URL(typed);
  if (username || password || !isHost(hostname) || href.length > MAX_URL_LENGTH) return null;
  return href;
}

/** Whether a host in its ASCII form is an address, or a name within the limits of DNS (RFC 1035, section 2.3.4). */
const isHost = (host: string) =>
  host.startsWith("[") || (host.length <= 253 && /^(?:[^.]{1,63}\.)*[^.]{1,63}\.?$/.test(host));

/** @returns the host of a stored URL as lists show it: without `www.`, and in its ASCII form, which cannot disguise it */
export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "");
