import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { EditableKind } from "~/domain/editing";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** A complete earlier version of an article, a review or a comment. It belongs to the owner of the text. */
const schema = new Schema(
  {
    kind: { type: String, required: true },
    document: { type: Schema.Types.ObjectId, required: true },
    version: { type: Number, required: true },
    writtenAt: { type: Date, required: true },
    /** The fields that could be edited, as they were. */
    fields: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "revisions", versionKey: false },
);

// Enforces that each version is stored once.
schema.index({ document: 1, version: 1 }, { unique: true });

type RevisionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const RevisionModel = createModel<RevisionRow>("Revision", schema);

/** The editable fields of a version: texts, numbers or `null`. */
export type RevisionFields = Record<string, string | number | null>;

export interface Revision extends Pick<RevisionRow, "version" | "writtenAt"> {
  fields: RevisionFields;
}

const revisions = collectionOf<RevisionRow, Revision & { documentId: string }>(
  RevisionModel,
  ({ document, version, writtenAt, fields }) => ({
    documentId: document.toHexString(),
    version,
    writtenAt,
    fields: fields as RevisionFields,
  }),
);

/** Stores a version, unless it is stored already. */
export async function addRevision(
  kind: EditableKind,
  documentId: string,
  { version, writtenAt, fields }: Revision,
): Promise<void> {
  await RevisionModel.updateOne(
    { document: toObjectId(documentId), version },
    { $setOnInsert: { kind, writtenAt, fields } },
    { upsert: true },
  );
}

/** Replaces the fields of a stored version. */
export const rewriteRevision = (
  documentId: string,
  version: number,
  fields: RevisionFields,
): Promise<boolean> =>
  revisions.change({ document: toObjectId(documentId), version }, { $set: { fields } });

export const removeRevision = (documentId: string, version: number): Promise<boolean> =>
  revisions.removeOne({ document: toObjectId(documentId), version });

/** @returns up to `limit` versions without their fields, newest first */
export async function listRevisions(
  kind: EditableKind,
  documentId: string,
  limit: number,
): Promise<Omit<Revision, "fields">[]> {
  const rows = await RevisionModel.find(
    { document: toObjectId(documentId), kind },
    { version: 1, writtenAt: 1 },
  )
    .sort({ version: -1 })
    .limit(limit)
    .lean();
  return rows.map(({ version, writtenAt }) => ({ version, writtenAt }));
}

export const countRevisions = (documentId: string): Promise<number> =>
  RevisionModel.countDocuments({ document: toObjectId(documentId) });

export const findRevision = (
  kind: EditableKind,
  documentId: string,
  version: number,
): Promise<Revision | null> => revisions.find({ document: toObjectId(documentId), version, kind });

/** @returns those of some versions of documents that are stored, in no particular order */
export const findVersions = (
  versions: readonly { documentId: string; version: number }[],
): Promise<(Revision & { documentId: string })[]> =>
  versions.length
    ? revisions.list({
        $or: versions.map(({ documentId, version }) => ({
          document: toObjectId(documentId),
          version,
        })),
      })
    : Promise.resolve([]);

/** Yields all versions of a document, newest first. */
export const readRevisions = (documentId: string) =>
  revisions.stream({ document: toObjectId(documentId) }, { sort: { version: -1 } });

/** Yields all versions of the given documents, in no particular order. */
export const readRevisionsOf = (documentIds: readonly string[]) =>
  revisions.stream({ document: { $in: documentIds.map(toObjectId) } });

export const removeRevisionsOf = (documentIds: readonly string[]): Promise<void> =>
  revisions.remove({ document: { $in: documentIds.map(toObjectId) } });
