import { queuedCaseResponse, type QueuedCaseResponse } from "~/schemas/moderation-queue";
import type { QueuedCase } from "~/services/moderation/queue.server";
import { presenter } from "./presenter";

const present = presenter(queuedCaseResponse);

/** Serializes a case, for moderators only. */
export const serializeCase = ({
  target,
  text,
  before,
  record,
  listedFlags,
  similar,
  ...queued
}: QueuedCase): QueuedCaseResponse =>
  present({
    ...queued,
    kind: target.kind,
    targetId: target.id,
    newestFlags: listedFlags.map(({ personName, at, ...flag }) => ({
      ...flag,
      person: personName,
      at: at.toISOString(),
    })),
    ...text,
    isHidden: text.hiddenAt !== null,
    before: before && textOf(before.fields),
    author: record && serializeRecord(record),
    similar: similar.map(({ because, host, path, text: other }) => ({
      ...{ because, host, path },
      ...{ kind: other.target.kind, id: other.target.id, author: other.authorName },
      text: other.text,
      createdAt: other.createdAt.toISOString(),
      isHidden: other.hiddenAt !== null,
    })),
  });

const textOf = (fields: Readonly<Record<string, string | number | null>>): string =>
  ["title", "summary", "content", "review"].flatMap((name) => fields[name] ?? []).join("\n\n");

function serializeRecord({ createdAt, suspension, ...record }: NonNullable<QueuedCase["record"]>) {
  const { id: _, invitedById: __, ...shown } = record;
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    isSuspended: suspension !== null,
    suspendedUntil: suspension?.until?.toISOString() ?? null,
  };
}
