/** Whom a text names by `@Name`. */
import { findNames } from "~/domain/linkify";
import {
  MAX_NAME_CANDIDATES,
  MAX_NAMED,
  namedBy,
  namesInHtml,
  type FoundName,
  type Named,
} from "~/domain/named";
import type { Viewer } from "~/domain/viewer";
import { findNamesBeginning, findPeopleNamed } from "~/models/people-by-name.server";
import { renderMarkdown } from "../content/markdown.server";
import { unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

interface NamingTexts {
  plain?: string;
  markdown?: string;
}

/**
 * Finds the people whom a text names, by one query when it is written or edited.
 * @returns the first `MAX_NAMED` whose accounts exist and are not being deleted, in the order of the text
 */
export const findNamed = ({ plain = "", markdown = "" }: NamingTexts): Promise<Named[]> =>
  resolveNames([
    ...findNames(plain),
    ...(markdown.includes("@") ? namesInHtml(renderMarkdown(markdown)) : []),
  ]);

/** Like `findNamed`, for the names that were found in a text. */
export async function resolveNames(found: readonly FoundName[]): Promise<Named[]> {
  const names = [...new Set(found.map(({ name }) => name.toLowerCase()))];
  if (!names.length) return [];
  const personOf = namedBy(await findPeopleNamed(names.slice(0, MAX_NAME_CANDIDATES)));
  return names.flatMap((name) => personOf(name) ?? []).slice(0, MAX_NAMED);
}

/** The most names that are offered while somebody types. */
const MAX_SUGGESTIONS = 8;

/**
 * @param prefix letters and digits, in any case
 * @returns names of accounts with a proven address that begin with it
 * @throws ServiceError `unauthenticated`, `limited`
 */
export async function suggestNames(viewer: Viewer | null, prefix: string): Promise<string[]> {
  if (!viewer) throw unauthenticatedError("Please log in to see names.");
  await enforceRateLimit("names", viewer.id);
  return findNamesBeginning(prefix, MAX_SUGGESTIONS);
}
