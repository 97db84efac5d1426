import { z } from "zod";
import { URL_MAX } from "~/domain/limits";

export const REQUIRED = "Required";
export const CHOOSE_CATEGORY = "Please choose one of the categories.";

/** A text that must be there; white space alone does not count where it is trimmed afterwards. */
export const required = () => z.string({ error: REQUIRED }).min(1, REQUIRED);

/**
 * A form sends each line break as two characters where the browser counted one; so all that is written
 * is kept, and counted, with one.
 */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, "\n");

/** Something one can see: a title of zero-width spaces would be a link that nobody finds. */
const isVisible = (text: string) => /[^\s\p{Cc}\p{Cf}]/u.test(text);

/** A text whose white space at both ends is dropped, and of which something must be left. */
export const requiredText = () =>
  z
    .string({ error: REQUIRED })
    .overwrite(withPlainBreaks)
    .trim()
    .refine(isVisible, { error: REQUIRED });

/** The same on one line: line breaks, and whatever else is white space, are one space each. */
export const requiredLine = () => requiredText().overwrite((text) => text.replace(/\s+/g, " "));

/** What is said of a field that is too long. */
export const tooLong = (field: string, most: number) =>
  `${field} must be ${withCommas(most)} characters or less.`;

/** Such as "20,000". */
export const withCommas = (number: number) => number.toLocaleString("en");

/** Forms and clients send nothing as an empty text: both mean that there is none. */
export const optionalText = () =>
  z
    .string()
    .overwrite(withPlainBreaks)
    .trim()
    .transform((text) => text || undefined)
    .optional();

export const INVALID_URL = "Please enter a valid URL.";

/** An address on the web that must be there. */
export const requiredUrl = () =>
  requiredText().max(URL_MAX, INVALID_URL).refine(isWebUrl, { error: INVALID_URL });

/**
 * Whether a text is an absolute http or https URL with a host, as a browser would read it. Credentials
 * in it are refused: they serve to make a link look like one to somewhere else. So are tabs and line
 * breaks, which a browser reads as if they were not there.
 */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}
