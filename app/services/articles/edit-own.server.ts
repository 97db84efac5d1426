/** Editing and removing the viewer's own texts: what articles, comments and reviews have in common. */
import { isDeepStrictEqual } from "node:util";
import { isFreeEdit, MAX_REVISIONS, type EditableKind } from "~/domain/editing";
import type { Named } from "~/domain/named";
import type { Viewer } from "~/domain/viewer";
import { findHiddenText } from "~/models/hidden-text.server";
import { addRevision, countRevisions, removeRevision } from "~/models/revision.server";
import type { RevisionFields } from "~/models/revision.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { announce, takeBackNames } from "../notices/announce.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { removeArticle, removeComment, removeReview } from "./removal.server";

export interface Precondition {
  /** The versions that may be changed or removed; any if omitted. */
  versions?: readonly number[] | undefined;
}

interface EditableText {
  id: string;
  authorId: string;
  version: number;
  createdAt: Date;
  editedAt: Date | null;
  named: readonly Named[];
}

/** How texts of one kind are found and written. */
interface Editing<Text extends EditableText, Fields extends RevisionFields> {
  kind: EditableKind;
  /** @throws ServiceError `notFound`, `gone` */
  find(id: string): Promise<Text>;
  isAnswered(text: Text): boolean | Promise<boolean>;
  fieldsOf(text: Text): Fields;
  /** @returns the new values of the fields @throws ServiceError if they are invalid */
  change(text: Text): Fields | Promise<Fields>;
  /** Writes the fields if the text has not changed since it was read. @returns `null` if it has */
  write(text: Text, fields: Fields, editedAt: Date | null): Promise<Text | null>;
}

const ATTEMPTS = 10;

const LOG_IN = "Please log in to change what you wrote.";

const CHANGED_MEANWHILE =
  "This was changed meanwhile, in another tab or by another program. Nothing was overwritten.";

/**
 * Finds one of the viewer's texts, to change it.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' texts, `preconditionFailed`, and what `find` throws
 */
export async function findOwn<Text extends EditableText>(
  viewer: Viewer | null,
  id: string,
  find: (id: string) => Promise<Text>,
  { versions }: Precondition = {},
): Promise<Text> {
  if (!viewer) throw unauthenticatedError(LOG_IN);
  const text = await find(id);
  if (text.authorId !== viewer.id) {
    recordEvent({ kind: "permission-denied", user: viewer.id, action: "edit" });
    throw new ServiceError("forbidden", "Only its author can change this.");
  }
  if (versions && !versions.includes(text.version)) {
    throw new ServiceError("preconditionFailed", CHANGED_MEANWHILE);
  }
  return text;
}

/**
 * Edits one of the viewer's texts. The previous version is kept unless `isFreeEdit` allows an edit without a trace. An
 * edit that changes nothing is ignored. Without a precondition, concurrent edits are retried on the newest version.
 * @returns the text before and after; the same if nothing changed
 * @throws ServiceError `limited`, `forbidden` while suspended, `conflict` with too many versions, and what `findOwn` and
 *   `change` throw
 */
export async function editOwn<Text extends EditableText, Fields extends RevisionFields>(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition,
  { kind, find, isAnswered, fieldsOf, change, write }: Editing<Text, Fields>,
): Promise<{ before: Text; after: Text }> {
  const writer = requireWriter(viewer, LOG_IN);
  await enforceRateLimit("edits", writer.id);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await findOwn(viewer, id, find, precondition);
    const fields = await change(before);
    if (isDeepStrictEqual(fields, fieldsOf(before))) return { before, after: before };
    const now = new Date();
    const isFree = isFreeEdit({ ...before, isAnswered: await isAnswered(before) }, now);
    if (!isFree) await keepVersion(kind, before, fieldsOf(before));
    const after = await write(before, fields, isFree ? null : now);
    if (after) {
      recordEvent({ kind: "content-edited", content: kind, id, user: before.authorId });
      await tellNamed(kind, before, after);
      return { before, after };
    }
    if (!isFree) await forgetUnlessEdited(before, find);
  }
  throw new ServiceError("preconditionFailed", CHANGED_MEANWHILE);
}

/** Tells the people whom an edit has added to those that a text names, and takes it back from those it removed. */
async function tellNamed(kind: EditableKind, before: EditableText, after: EditableText) {
  const { id, authorId } = after;
  await takeBackNames(id, namedOnlyIn(before, after));
  const people = namedOnlyIn(after, before);
  if (people.length) await announce({ kind: "named", text: { kind, id }, authorId, people });
}

/** @returns the ids of the people whom one version names and the other does not */
function namedOnlyIn(one: EditableText, other: EditableText): string[] {
  const others = new Set(other.named.map(({ id }) => id));
  return one.named.map(({ id }) => id).filter((id) => !others.has(id));
}

/** Stores a version before it is overwritten, so that a crash in between loses nothing. */
async function keepVersion(
  kind: EditableKind,
  { id, version, editedAt, createdAt }: EditableText,
  fields: RevisionFields,
): Promise<void> {
  if ((await countRevisions(id)) >= MAX_REVISIONS) {
    throw new ServiceError(
      "conflict",
      `This was edited ${MAX_REVISIONS} times, which is as often as it can be. You can still remove it.`,
    );
  }
  await addRevision(kind, id, { version, writtenAt: editedAt ?? createdAt, fields });
}

/** Removes the stored version again if the concurrent write was a removal or an edit without a trace. */
async function forgetUnlessEdited<Text extends EditableText>(
  { id, version }: EditableText,
  find: (id: string) => Promise<Text>,
): Promise<void> {
  const now = await find(id).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
  if (!now?.editedAt) await removeRevision(id, version);
}

interface Removing<Text> {
  kind: EditableKind;
  find(id: string): Promise<Text>;
  /** Removes the text unless it has changed since it was read, and returns whether it did. */
  remove(text: Text): Promise<boolean>;
}

/** Remove hidden texts with all that belongs to them. */
const removers: Record<EditableKind, (id: string) => Promise<unknown>> = {
  article: removeArticle,
  review: (id) => removeReview(id),
  comment: (id) => removeComment(id),
};

/**
 * Removes one of the viewer's texts, also if it is hidden, and while the viewer is suspended.
 * @throws ServiceError `limited`, and what `findOwn` throws
 */
export async function removeOwn<Text extends EditableText>(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition,
  { kind, find, remove }: Removing<Text>,
): Promise<void> {
  if (viewer) await enforceRateLimit("edits", viewer.id);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const hidden = await findHiddenText(id);
    if (viewer && hidden?.kind === kind && hidden.authorId === viewer.id) {
      await findOwn(viewer, id, async () => ({ ...hidden, ...hidden.text }), precondition);
      await removers[kind](id);
      recordEvent({ kind: "content-removed", content: kind, id, by: "person" });
      return;
    }
    const text = await findOwn(viewer, id, find, precondition);
    if (await remove(text)) {
      recordEvent({ kind: "content-removed", content: kind, id, by: "person" });
      return;
    }
  }
  throw new ServiceError("preconditionFailed", CHANGED_MEANWHILE);
}
