import { z } from "zod";
import { characterCount } from "~/domain/character-count";
import { URL_MAX } from "~/domain/field-limits";

export const REQUIRED = "Required";
export const CHOOSE_CATEGORY = "Please choose one of the categories.";
export const CANNOT_BE_SHOWN = "Please remove the characters that cannot be shown.";

/** A text that must be there, taken as it is typed. Where it is empty, nothing more is said of it. */
export const required = () =>
  z
    .string({ error: REQUIRED })
    .refine((text) => text !== "", { error: REQUIRED, abort: true })
    .meta({ minLength: 1 });

/**
 * A text without null bytes and without surrogates that are not one of a pair. No page can show them,
 * and databases and feeds keep or send something else in their place.
 */
export const showable = <Text extends z.ZodString>(text: Text): Text =>
  text.refine((value) => !/[\0\p{Cs}]/u.test(value), { error: CANNOT_BE_SHOWN, abort: true });

/** A text of so many characters or more, as the counter beside its field counts them. */
export const atLeast = <Text extends z.ZodString>(text: Text, least: number, error: string): Text =>
  text.refine((value) => characterCount(value) >= least, { error }).meta({ minLength: least });

/** A text of so many characters or fewer. */
export const atMost = <Text extends z.ZodString>(text: Text, most: number, error: string): Text =>
  text.refine((value) => characterCount(value) <= most, { error }).meta({ maxLength: most });

/**
 * A form sends each line break as two characters where the browser counted one; so all that is written
 * is kept, and counted, with one.
 */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, "\n");

/** Something one can see: a title of zero-width spaces would be a link that nobody finds. */
const isVisible = (text: string) => /[^\s\p{Cc}\p{Cf}]/u.test(text);

/** A text whose white space at both ends is dropped, and of which something must be left. */
export const requiredText = () =>
  showable(
    z
      .string({ error: REQUIRED })
      .overwrite(withPlainBreaks)
      .trim()
      .refine(isVisible, { error: REQUIRED, abort: true }),
  );

/** The same on one line: line breaks, and whatever else is white space, are one space each. */
export const requiredLine = () => requiredText().overwrite((text) => text.replace(/\s+/g, " "));

/** What is said of a field that is too long. */
export const tooLong = (field: string, most: number) =>
  `${field} must be ${withCommas(most)} characters or less.`;

/** Such as "20,000". */
export const withCommas = (number: number) => number.toLocaleString("en");

/** Forms and clients send nothing as an empty text: both mean that there is none. */
export const optionalText = () =>
  showable(z.string().overwrite(withPlainBreaks).trim())
    .transform((text) => text || undefined)
    .optional();

export const INVALID_URL = "Please enter a valid URL.";

/** An address on the web that must be there. */
export const requiredUrl = () =>
  requiredText().refine(isWebUrl, { error: INVALID_URL }).meta({ maxLength: URL_MAX });

/**
 * Whether a text is an absolute http or https URL with a host, as a browser would read it, and no longer
 * than an address may be. Credentials in it are refused: they serve to make a link look like one to
 * somewhere else. So are tabs and line breaks, which a browser reads as if they were not there.
 */
export function isWebUrl(text: string): boolean {
  if (characterCount(text) > URL_MAX) return false;
  if (!/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}
