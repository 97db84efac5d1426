import { accountTag } from "~/config/page-tags";
import type { UpvotedKind } from "~/domain/upvotes";
import type { Viewer } from "~/domain/viewer";
import { upvotedAmong } from "~/services/articles/upvotes.server";
import { cachedRead } from "~/services/cache/cached-reads.server";

/** @returns the ids of those of some texts that the viewer has upvoted; empty for a visitor */
export async function upvotedByViewer(
  viewer: Viewer | null,
  kind: UpvotedKind,
  texts: readonly { id: string }[],
): Promise<Set<string>> {
  if (!viewer || !texts.length) return new Set();
  const key = ["upvoted", viewer.id, kind, texts.map(({ id }) => id)];
  const read = async () => [...(await upvotedAmong(viewer, kind, texts))];
  return new Set(await cachedRead([accountTag(viewer.id)], key, read));
}
