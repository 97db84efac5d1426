/** Reads the file of tokens that the operator adds to those of `domain/token-table.ts`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { bareSymbols, wordLists, type TokenRow } from "../domain/token-row";
import { collisionOf, type AddedTokens } from "../domain/tokens";

const MAX_FILE_BYTES = 1_000_000;
/** With these, an entry of the ledger about every token is below its limit of 65,535 bytes. */
export const MAX_ADDED_TOKENS = 50;
const MAX_WORDS_LENGTH = 5000;

const words = z
  .string("must be words, separated by commas")
  .max(MAX_WORDS_LENGTH, `must have at most ${MAX_WORDS_LENGTH} characters`)
  .refine((text) => text === text.toLowerCase(), "must be in lower case")
  .refine(
    (text) => text.split(",").every((word) => word.trim() !== ""),
    "must be words, separated by commas, without an empty one",
  )
  .optional();

const product = (pattern: RegExp, example: string) =>
  z.string().regex(pattern, `must be an id such as ${example}, or null`).nullable().optional();

const row = z.strictObject({
  symbol: z
    .string("must be the symbol in capitals")
    .regex(/^(?=.*[A-Z])[A-Z0-9]{1,12}$/, "must be 1 to 12 capital letters and digits"),
  name: z.string("must be the token's name").trim().min(1, "must not be empty").max(60),
  bare: z.enum(bareSymbols, `must be one of ${bareSymbols.join(", ")}`),
  isStablecoin: z.boolean("must be true or false").optional(),
  coinbase: product(/^[A-Z0-9]{1,15}-USD$/, "ABC-USD"),
  kraken: product(/^[A-Z0-9]{2,20}$/, "ABCUSD"),
  ...(Object.fromEntries(wordLists.map((list) => [list, words])) as Record<
    (typeof wordLists)[number],
    typeof words
  >),
});

const file = z
  .array(row, "must be a list of tokens")
  .max(MAX_ADDED_TOKENS, `must have at most ${MAX_ADDED_TOKENS} tokens`);

/**
 * @param path a JSON file with a list of rows
 * @throws Error with a message that names the first row that is wrong, counted from 1, and its field
 */
export function readTokensFile(path: string): AddedTokens {
  const text = readFileSync(path);
  if (text.length > MAX_FILE_BYTES) throw new Error(`has more than ${MAX_FILE_BYTES} bytes`);
  const parsed = file.safeParse(parseJson(text.toString("utf8")));
  if (!parsed.success) throw new Error(describe(parsed.error.issues[0]!));
  const rows: TokenRow[] = parsed.data;
  const collision = collisionOf(rows);
  if (collision) {
    const { row: at, word } = collision;
    throw new Error(`token ${at + 1} (${rows[at]!.symbol}): "${word}" names another token already`);
  }
  const version = createHash("sha256").update(JSON.stringify(rows)).digest("hex").slice(0, 12);
  return { rows, version: rows.length ? version : "" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

function describe({ path, message, ...issue }: z.core.$ZodIssue): string {
  const [at, field] = path;
  if (at === undefined) return message;
  const where = `token ${Number(at) + 1}`;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
  if (unknown.length) return `${where}: "${unknown[0]}" is no field of a token`;
  return field === undefined ? `${where}: ${message}` : `${where}: "${String(field)}" ${message}`;
}
