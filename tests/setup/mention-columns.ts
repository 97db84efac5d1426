import type { MentionColumns } from "~/models/mention-columns";
import type { StoredMention } from "~/models/mention-row";

/** Converts columns to mentions, with sketches as plain arrays. */
export const mentionsIn = (columns: MentionColumns): StoredMention[] =>
  columns.document.map((document, i) => ({
    document,
    token: columns.token[i]!,
    p: columns.p[i]!,
    author: columns.author[i]!,
    kind: columns.kind[i]!,
    createdAt: columns.createdAt[i]!,
    method: columns.method[i]!,
    sketch: [...columns.sketch[i]!],
    ...(columns.textHash[i] === null ? {} : { textHash: columns.textHash[i] }),
  }));
