import { z } from "zod";
import { characterCount } from "~/domain/character-count";
import { MAX_URL_LENGTH } from "~/domain/field-limits";
import { parseWebUrl } from "~/domain/web-url";

export const REQUIRED = "Required";
export const CHOOSE_CATEGORY = "Please choose one of the categories.";
export const UNPRINTABLE = "Please remove the characters that cannot be shown.";

/** A required string, not trimmed. If it is empty, no other error is reported. */
export const required = () =>
  z
    .string({ error: REQUIRED })
    .refine((text) => text !== "", { error: REQUIRED, abort: true })
    .meta({ minLength: 1 });

/** Rejects null bytes and unpaired surrogates, which pages cannot show and databases and feeds alter. */
export const showable = <Text extends z.ZodString>(text: Text): Text =>
  text.refine((value) => !/[\0\p{Cs}]/u.test(value), { error: UNPRINTABLE, abort: true });

/** Sets a minimum length in characters, counted as by the field's character counter. */
export const atLeast = <Text extends z.ZodString>(text: Text, min: number, error: string): Text =>
  text.refine((value) => characterCount(value) >= min, { error }).meta({ minLength: min });

/** Sets a maximum length in characters, counted likewise. */
export const atMost = <Text extends z.ZodString>(text: Text, max: number, error: string): Text =>
  text.refine((value) => characterCount(value) <= max, { error }).meta({ maxLength: max });

/**
 * Forms submit line breaks as CRLF although browsers count them as one character, so text is
 * normalised to LF. Bidirectional embeddings and overrides are removed, because they can make one word
 * or URL look like another. Honest authors can use isolates instead.
 */
const normalized = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[\u202a-\u202e]/g, "");

/**
 * Whether a text has a visible character: a title of zero-width spaces would be an invisible link. The last two
 * characters listed are symbols in Unicode, but look blank: the Braille blank and the null notehead.
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
 * Like `requiredText`, on one line: tabs, line breaks and repeated spaces become single spaces. Other spaces
 * stay, because French and Chinese typography need them. Directional isolates are dropped, since one that is never
 * closed would reverse what our pages write after it.
 */
export const requiredLine = () => requiredText().overwrite(onOneLine);

const onOneLine = (text: string) =>
  text
    .replace(/[\u2066-\u2069]/g, "")
    .replace(/[\t-\r \u0085\u2028\u2029]+/g, " ")
    .trim();

/** The error for a field that is too long. */
export const tooLong = (field: string, max: number) =>
  `${field} must be ${withCommas(max)} characters or less.`;

/** 20000 → "20,000" */
export const withCommas = (number: number) => number.toLocaleString("en");

/** An optional text, trimmed. An empty string, as sent by forms and some clients, becomes `undefined`. */
export const optionalText = () =>
  showable(z.string().overwrite(normalized).trim())
    .transform((text) => text || undefined)
    .optional();

/** A text as it was typed, not trimmed, with only unprintable characters rejected; empty if missing. */
export const draftText = () => showable(z.string().overwrite(normalized)).default("");

/** Like `optionalText`, on one line as `requiredLine`. @param field how the error names it */
export const optionalLine = (field: string, max: number) =>
  atMost(showable(z.string().overwrite(normalized).overwrite(onOneLine)), max, tooLong(field, max))
    .transform((text) => (isVisible(text) ? text : undefined))
    .optional();

export const INVALID_URL = "Please enter a valid URL.";

/** A required web URL, in the form in which `parseWebUrl` returns it. */
export const requiredUrl = () =>
  requiredText()
    .refine((text) => parseWebUrl(text) !== null, { error: INVALID_URL, abort: true })
    .overwrite((text) => parseWebUrl(text) ?? text)
    .meta({ maxLength: MAX_URL_LENGTH });

/** Like `requiredUrl`, but optional. @param scheme the start of the allowed schemes */
export const optionalUrl = ({ error = INVALID_URL, scheme = "http" } = {}) =>
  showable(z.string().overwrite(normalized).trim())
    .transform((text, context) => {
      if (!isVisible(text)) return undefined;
      const url = parseWebUrl(text);
      if (url?.startsWith(scheme)) return url;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    })
    .optional();
