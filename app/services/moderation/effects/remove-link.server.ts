/**
 * Taking a link out of a text and its earlier versions. The versions that had it are kept with the decision, where only
 * undoing it reads them.
 */
import { isDeepStrictEqual } from "node:util";
import { isInForce, findNewestInForce, setBefore } from "~/models/decision-acts.server";
import { linksIn, withoutLink } from "~/domain/removed-links";
import { findTextVersion, setTextVersion, type TextVersion } from "~/models/moderated-text.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import {
  addRevision,
  readRevisions,
  removeRevisionsOf,
  rewriteRevision,
  type RevisionFields,
} from "~/models/revision.server";
import { rescoreMentions } from "../../recommendations/mentions.server";
import { findTarget, type FoundTarget } from "../targets.server";
import {
  GONE,
  invalidField,
  nothingToDo,
  requireShown,
  textOf,
  type Effect,
  type TextTarget,
} from "./effect";
import { invalidateTarget } from "./invalidate-target.server";
import { hasOtherReview, rewriting } from "./rewriting.server";

interface Before extends TextVersion {
  link: string;
  /** The fields as they were. */
  fields: RevisionFields;
}

const EDITED =
  "The author has edited it since. Earlier versions have the link again; the text does not.";

/** Addresses that are nothing but the link. */
const ADDRESSES = ["url", "imageUrl"];

/** @returns the fields of a text without a link; the address of a review or image that is the link is emptied */
const fieldsWithout = (fields: RevisionFields, link: string): RevisionFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      if (ADDRESSES.includes(name)) return [name, value === link ? null : value];
      return [name, withoutLink(value, link)];
    }),
  );

/** @returns the links of a text that can be removed */
export function removableLinks({
  target,
  fields,
}: Pick<FoundTarget, "target" | "fields">): string[] {
  const { url, ...others } = fields;
  return linksIn(Object.values(target.kind === "review" ? fields : others)).filter(
    (link) => target.kind !== "article" || link !== url,
  );
}

async function prepare(found: FoundTarget, { link = "" }: { link?: string | undefined }) {
  requireShown(found);
  const target = textOf(found);
  if (!link.trim()) throw invalidField("link", "Please choose the link to remove.");
  if (target.kind === "article" && link === found.fields.url) {
    throw invalidField("link", "An article cannot do without its link. Hide it instead.");
  }
  const { fields } = (await rewriting[target.kind].read(target.id))!;
  const changed = fieldsWithout(fields, link);
  if (isDeepStrictEqual(changed, fields))
    throw invalidField("link", "This link is not in the text.");
  if (target.kind === "review" && (await hasOtherReview(target.id, found.authorId, changed))) {
    throw nothingToDo(
      "The author has another review of this work without a link. Hide one of them.",
    );
  }
  return { before: await readBefore(target, link) };
}

async function readBefore(target: TextTarget, link: string): Promise<Before | null> {
  const [text, version] = await Promise.all([
    rewriting[target.kind].read(target.id),
    findTextVersion(target),
  ]);
  if (!text || !version) return null;
  const { editedAt, replacedAt } = version;
  return { link, fields: text.fields, version: text.version, editedAt, replacedAt };
}

const ATTEMPTS = 10;

async function apply({ id, target: given, before }: ModerationDecision): Promise<void> {
  const target = textOf({ target: given });
  const { link } = before as Before;
  await rewriteWithout(id, target, link);
  for await (const { version, writtenAt, fields } of readRevisions(target.id)) {
    const changed = fieldsWithout(fields, link);
    if (isDeepStrictEqual(changed, fields)) continue;
    await addRevision(target.kind, id, { version, writtenAt, fields });
    await rewriteRevision(target.id, version, changed);
  }
  await rescoreMentions(target.kind, target.id);
  await invalidateTarget(target);
}

/** Writes the text without the link, also if its author edits it at the same time. */
async function rewriteWithout(decisionId: string, target: TextTarget, link: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readBefore(target, link);
    if (!before) return;
    const fields = fieldsWithout(before.fields, link);
    if (isDeepStrictEqual(fields, before.fields)) return;
    await setBefore(decisionId, before);
    if (await rewriting[target.kind].write(target.id, { version: before.version, fields })) return;
  }
  throw new Error("the text changes again and again");
}

async function undo(decision: ModerationDecision): Promise<string | null> {
  const target = textOf(decision);
  const { link, fields, ...version } = decision.before as Before;
  const { read, write } = rewriting[target.kind];
  const now = await read(target.id);
  const isUnedited = now?.version === version.version + 1;
  if (isUnedited && (await write(target.id, { version: now.version, fields }))) {
    await setTextVersion(target, now.version + 1, version);
  }
  for await (const kept of readRevisions(decision.id)) {
    await rewriteRevision(target.id, kept.version, kept.fields);
  }
  await removeRevisionsOf([decision.id]);
  await rescoreMentions(target.kind, target.id);
  await invalidateTarget(target);
  if (!now) return (await findTarget(target)) ? EDITED : GONE;
  const then = await read(target.id);
  return isDeepStrictEqual(then?.fields, fields) ? null : EDITED;
}

export const removeLink: Effect = { prepare, apply, undo };

/**
 * What one removal has kept of earlier versions may lack what an earlier removal took out, so they are undone in turn.
 * @throws ServiceError `conflict` if a link was removed from the text later
 */
export async function requireNewest({ id, target, decision }: ModerationDecision): Promise<void> {
  if (decision !== "remove-link" || !(await isInForce(id))) return;
  const newest = await findNewestInForce(target, decision);
  if (newest && newest.id !== id) {
    throw nothingToDo("Another link was removed from this text later. Undo that first.");
  }
}
