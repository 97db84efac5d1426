import { z } from "zod";
import { characterCount } from "~/domain/character-count";
import { URL_MAX } from "~/domain/field-limits";

export const REQUIRED = "Required";
export const CHOOSE_CATEGORY = "Please choose one of the categories.";
export const UNPRINTABLE = "Please remove the characters that cannot be shown.";

/** A required string, taken as is. If empty, no other rule is reported. */
export const required = () =>
  z
    .string({ error: REQUIRED })
    .refine((text) => text !== "", { error: REQUIRED, abort: true })
    .meta({ minLength: 1 });

/**
 * Rejects null bytes and unpaired surrogates, which pages cannot show and databases and feeds
 * alter.
 */
export const showable = <Text extends z.ZodString>(text: Text): Text =>
  text.refine((value) => !/[\0\p{Cs}]/u.test(value), { error: UNPRINTABLE, abort: true });

/** Minimum length, counted like the field's character counter. */
export const atLeast = <Text extends z.ZodString>(text: Text, min: number, error: string): Text =>
  text.refine((value) => characterCount(value) >= min, { error }).meta({ minLength: min });

/** Maximum length. */
export const atMost = <Text extends z.ZodString>(text: Text, max: number, error: string): Text =>
  text.refine((value) => characterCount(value) <= max, { error }).meta({ maxLength: max });

/**
 * Forms submit line breaks as CRLF although browsers count them as one character, so text is
 * normalised to LF. Characters that override the direction of text are dropped: they let one word or
 * address pass for another, and the isolates that replace them do what an honest author needs.
 */
const normalized = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[\u202a-\u202e]/g, "");

/**
 * Whether anything is visible: a title of zero-width spaces would be an invisible link. The two characters that
 * are named are symbols to Unicode, but blank: the Braille pattern without dots and the note without a head.
 */
const isVisible = (text: string) =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text);

/** A required text, trimmed, with something visible left. */
export const requiredText = () =>
  showable(
    z
      .string({ error: REQUIRED })
      .overwrite(normalized)
      .trim()
      .refine(isVisible, { error: REQUIRED, abort: true }),
  );

/**
 * Like `requiredText`, on one line: white space becomes single spaces. Directional isolates are dropped,
 * since one that is never closed would reverse what our pages write after it.
 */
export const requiredLine = () => requiredText().overwrite(onOneLine);

const onOneLine = (text: string) =>
  text
    .replace(/[\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The error for a field that is too long. */
export const tooLong = (field: string, max: number) =>
  `${field} must be ${withCommas(max)} characters or less.`;

/** 20000 → "20,000" */
export const withCommas = (number: number) => number.toLocaleString("en");

/** Empty strings, as sent by forms and some clients, mean that there is no text. */
export const optionalText = () =>
  showable(z.string().overwrite(normalized).trim())
    .transform((text) => text || undefined)
    .optional();

/** A text as it was typed, of which nothing is required; empty if missing. */
export const draftText = () => showable(z.string().overwrite(normalized)).default("");

/** Like `optionalText`, on one line as `requiredLine`. @param field how the error names it */
export const optionalLine = (field: string, max: number) =>
  atMost(showable(z.string().overwrite(normalized).overwrite(onOneLine)), max, tooLong(field, max))
    .transform((text) => (isVisible(text) ? text : undefined))
    .optional();

export const INVALID_URL = "Please enter a valid URL.";

/** A required web URL. */
export const requiredUrl = () =>
  requiredText().refine(isWebUrl, { error: INVALID_URL }).meta({ maxLength: URL_MAX });

/**
 * Whether a text is an absolute http or https URL with a host, within the maximum length.
 * Credentials are rejected because they can disguise where a link leads; so are control characters
 * such as tabs and line breaks, which browsers strip.
 */
export function isWebUrl(text: string): boolean {
  if (characterCount(text) > URL_MAX) return false;
  if (!/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}
