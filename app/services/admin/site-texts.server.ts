/** The texts of the site as administrators see and change them. */
import escapeHtml from "escape-html";
import { SITE_TEXTS } from "~/config/page-tags";
import { RULE_COUNT } from "~/domain/moderation";
import { siteTextNames, siteTexts, type SiteTextName } from "~/domain/site-texts";
import type { Viewer } from "~/domain/viewer";
import { findNamesOf } from "~/models/people-by-name.server";
import {
  addTextVersion,
  findNewestText,
  findTextVersion,
  listTextVersions,
} from "~/models/site-text.server";
import type { SiteTextInput } from "~/schemas/site-texts";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError, unreadableTextError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { readContentFile, UNREADABLE_MARKDOWN, type Content } from "../content/markdown.server";
import { ruleNumbersIn, withRuleIds } from "../content/rules.server";
import { renderAsSiteText } from "../content/site-texts.server";
import { tryWhitepaper } from "../whitepaper.server";

/** How many versions the page of a text lists. Older ones are kept, too. */
const LISTED = 100;

const staleError = () =>
  new ServiceError(
    "conflict",
    "Somebody else has saved this text since you opened it. What you typed is still here; saving again replaces their version.",
  );

/** @throws ServiceError `unauthenticated` and `forbidden`; then `notFound` for what is no text */
function authorize(viewer: Viewer | null, name: string): [Viewer, SiteTextName] {
  const administrator = requirePower(viewer, "administer");
  const known = siteTextNames.find((one) => one === name);
  if (!known) throw notFoundError("Text");
  return [administrator, known];
}

/** @returns the page that a text would be. @throws ServiceError `invalid` in words, beside the field */
async function toPage(name: SiteTextName, text: string): Promise<Content> {
  if (name === "whitepaper") return toPaper(text);
  const { title, html, isReadable } = renderAsSiteText(text);
  if (!title)
    throw unreadableTextError("Begin the text with its title, in a line such as “# Terms”.");
  if (!isReadable) throw unreadableTextError(UNREADABLE_MARKDOWN);
  if (name !== "rules") return { title, html };
  const missing = missingRule(ruleNumbersIn(html));
  if (missing) {
    throw unreadableTextError(
      `Keep ${RULE_COUNT} rules, numbered from 1 to ${RULE_COUNT} in their order, each with a heading of plain words such as “## 1. No spam”: decisions name them by their numbers. Look at rule ${missing}.`,
    );
  }
  return withRuleIds({ title, html });
}

async function toPaper(text: string): Promise<Content> {
  const paper = await tryWhitepaper(text);
  const front = `${paper.authors}, ${paper.date}. ${paper.abstract}`;
  return { title: paper.title, html: `<p>${escapeHtml(front)}</p>${paper.html}` };
}

/** @returns the first number at which the rules differ from 1, 2, 3, …; `null` if all are there once */
function missingRule(numbers: readonly number[]): number | null {
  const length = Math.max(RULE_COUNT, numbers.length);
  const index = Array.from({ length }, (_, at) => at).find(
    (at) => at >= RULE_COUNT || numbers[at] !== at + 1,
  );
  return index === undefined ? null : index + 1;
}

/**
 * Renders a text as its page would show it. Nothing is stored.
 * @throws ServiceError `unauthenticated`, `forbidden`, `notFound`, `limited`, and `invalid`
 */
export async function previewSiteText(
  viewer: Viewer | null,
  name: string,
  text: string,
): Promise<Content> {
  const [{ id }, known] = authorize(viewer, name);
  await enforceRateLimit("previews", id);
  return toPage(known, text);
}

/**
 * Saves a text of the site, so that it applies in all processes.
 * @throws ServiceError `unauthenticated`, `forbidden`, `notFound`, `invalid`, and `conflict` if somebody else has
 *   saved it since `input.version`
 */
export async function saveSiteText(
  viewer: Viewer | null,
  name: string,
  { text, version }: SiteTextInput,
): Promise<void> {
  const [administrator, known] = authorize(viewer, name);
  await toPage(known, text);
  await store(administrator, known, text, version);
}

/**
 * Saves an earlier version of a text again, as the newest.
 * @param earlier its number; 0 for the text of the file
 * @param version as for `saveSiteText`
 * @throws ServiceError as `saveSiteText`; `notFound` also if there is no such version
 */
export async function goBackToText(
  viewer: Viewer | null,
  name: string,
  earlier: number,
  version: number,
): Promise<void> {
  const [administrator, known] = authorize(viewer, name);
  const text = await textOfVersion(known, earlier);
  // The rules for a text may have become stricter since it was saved.
  if (text !== null) await toPage(known, text);
  await store(administrator, known, text, version);
}

async function store(
  { id }: Viewer,
  name: SiteTextName,
  text: string | null,
  version: number,
): Promise<void> {
  const newest = await findNewestText(name);
  if (version !== (newest?.version ?? 0)) throw staleError();
  const before = newest?.text ?? null;
  // To follow the file from now on is a change, even if the file has the same words.
  if (text === before || text === (await asText(name, before))) return;
  const row = { name, version: version + 1, text, byId: id, at: new Date() };
  if (!(await addTextVersion(row))) throw staleError();
  await invalidate(SITE_TEXTS);
  recordEvent({ kind: "text-changed", user: id, text: name, version: row.version });
}

/** @returns a saved text, or that of the file for `null` */
const asText = async (name: SiteTextName, text: string | null): Promise<string> =>
  text ?? (await readContentFile(name)).trim();

/** @returns what a version holds: `null` for the text of the file. @throws ServiceError `notFound` */
async function textOfVersion(name: SiteTextName, version: number): Promise<string | null> {
  if (version === 0) return null;
  const found = await findTextVersion(name, version);
  if (!found) throw notFoundError("Version");
  return found.text;
}

/** @returns each text, with who saved its newest version. @throws ServiceError `unauthenticated`, `forbidden` */
export async function listSiteTexts(viewer: Viewer | null) {
  requirePower(viewer, "administer");
  const newest = await Promise.all(siteTextNames.map((name) => findNewestText(name)));
  const names = await findNamesOf(newest.map((row) => row?.byId));
  return siteTextNames.map((name, index) => {
    const row = newest[index];
    return {
      name,
      ...siteTexts[name],
      version: row?.version ?? 0,
      isFile: (row?.text ?? null) === null,
      at: row?.at ?? null,
      by: names.get(row?.byId) ?? null,
    };
  });
}

/**
 * Reads a text as it applies now, with its newest versions.
 * @throws ServiceError `unauthenticated`, `forbidden`, `notFound`
 */
export async function readSiteTextToEdit(viewer: Viewer | null, name: string) {
  const [, known] = authorize(viewer, name);
  const [newest, versions] = await Promise.all([
    findNewestText(known),
    listTextVersions(known, LISTED),
  ]);
  const names = await findNamesOf(versions.map(({ byId }) => byId));
  return {
    name: known,
    version: newest?.version ?? 0,
    text: await asText(known, newest?.text ?? null),
    versions: versions.map(({ version, at, byId }) => ({
      version,
      at,
      by: names.get(byId) ?? null,
    })),
  };
}

/**
 * Reads what a version changed; for version 0, the file, what going back to it would change.
 * @throws ServiceError `unauthenticated`, `forbidden`, `notFound`
 */
export async function readTextChange(viewer: Viewer | null, name: string, version: number) {
  const [, known] = authorize(viewer, name);
  const newest = await findNewestText(known);
  const after = await textOfVersion(known, version);
  const before = version === 0 ? (newest?.text ?? null) : await textOfVersion(known, version - 1);
  const isNewest = version === (newest?.version ?? 0);
  return {
    name: known,
    newest: newest?.version ?? 0,
    /** Whether going back to it would change nothing. */
    isApplied: isNewest || (after === null && (newest?.text ?? null) === null),
    isFile: after === null,
    before: await asText(known, before),
    after: await asText(known, after),
  };
}
