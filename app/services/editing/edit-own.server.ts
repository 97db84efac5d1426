/** What editing and removing have in common, whatever it is that somebody wrote. */
import { isDeepStrictEqual } from "node:util";
import { isFreeEdit, REVISIONS_MAX, type EditableKind } from "~/domain/editing";
import type { Viewer } from "~/domain/viewer";
import { addRevision, countRevisions, removeRevision } from "~/models/revision.server";
import type { RevisionFields } from "~/models/revision.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";

/** What a caller knows of the text that it changes. */
export interface Precondition {
  /** The versions that may be changed or removed; any if omitted. */
  versions?: readonly number[] | undefined;
}

/** A text as it is before and after an edit. */
export interface EditableText {
  id: string;
  authorId: string;
  version: number;
  createdAt: Date;
  editedAt: Date | null;
}

/** How texts of one kind are found and written. */
interface Editing<Text extends EditableText, Fields extends RevisionFields> {
  kind: EditableKind;
  /** @throws ServiceError `notFound`, `gone` */
  find(id: string): Promise<Text>;
  isAnswered(text: Text): boolean | Promise<boolean>;
  /** The fields that can be edited. */
  fieldsOf(text: Text): Fields;
  /** @returns what the fields are to be @throws ServiceError if they cannot be that */
  change(text: Text): Fields | Promise<Fields>;
  /** Writes the fields if the text has not changed since it was read. @returns `null` if it has */
  write(text: Text, fields: Fields, editedAt: Date | null): Promise<Text | null>;
}

/** How often to try again when others write at the same time. */
const ATTEMPTS = 10;

export const CHANGED_MEANWHILE =
  "This was changed meanwhile, in another tab or by another program. Nothing was overwritten.";

/**
 * Finds a text that its author wants to change.
 *
 * @returns the text
 * @throws ServiceError `unauthenticated`, `forbidden` for anybody else, `preconditionFailed`, and what `find` throws
 */
export async function findOwn<Text extends EditableText>(
  viewer: Viewer | null,
  id: string,
  find: (id: string) => Promise<Text>,
  { versions }: Precondition = {},
): Promise<Text> {
  if (!viewer) throw unauthenticatedError("Please log in to change what you wrote.");
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
 * Edits a text of the viewer's. The version before is kept, unless the edit leaves no trace; what changes nothing
 * is no edit. Without a precondition an edit is made to whatever the text is by then.
 *
 * @returns the text before and after; the same if nothing changed
 * @throws ServiceError `limited`, `conflict` with too many versions, and what `findOwn` and `change` throw
 */
export async function editOwn<Text extends EditableText, Fields extends RevisionFields>(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition,
  { kind, find, isAnswered, fieldsOf, change, write }: Editing<Text, Fields>,
): Promise<{ before: Text; after: Text }> {
  if (viewer) await enforceRateLimit("edits", viewer.id);
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
      return { before, after };
    }
    if (!isFree) await forgetUnlessEdited(before, find);
  }
  throw new ServiceError("preconditionFailed", CHANGED_MEANWHILE);
}

/** Keeps a version before it is overwritten, so that a crash in between loses nothing. */
async function keepVersion(
  kind: EditableKind,
  { id, version, editedAt, createdAt }: EditableText,
  fields: RevisionFields,
): Promise<void> {
  if ((await countRevisions(id)) >= REVISIONS_MAX) {
    throw new ServiceError(
      "conflict",
      `This was edited ${REVISIONS_MAX} times, which is as often as it can be. You can still remove it.`,
    );
  }
  await addRevision(kind, id, { version, writtenAt: editedAt ?? createdAt, fields });
}

/** An edit without a trace, or a removal, was faster. */
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

/**
 * Removes a text of the viewer's.
 *
 * @param remove removes it if it has not changed since it was read, and returns whether it did
 * @throws ServiceError `limited`, and what `findOwn` throws
 */
export async function removeOwn<Text extends EditableText>(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition,
  {
    kind,
    find,
    remove,
  }: Pick<Editing<Text, RevisionFields>, "kind" | "find"> & {
    remove(text: Text): Promise<boolean>;
  },
): Promise<void> {
  if (viewer) await enforceRateLimit("edits", viewer.id);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const text = await findOwn(viewer, id, find, precondition);
    if (await remove(text)) {
      recordEvent({ kind: "content-removed", content: kind, id, by: "person" });
      return;
    }
  }
  throw new ServiceError("preconditionFailed", CHANGED_MEANWHILE);
}
