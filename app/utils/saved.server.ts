import type { LoaderFunctionArgs } from "@remix-run/node";
import { accountTag } from "~/config/page-tags";
import type { SavedKind } from "~/domain/saved";
import type { Viewer } from "~/domain/viewer";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { savedAmong } from "~/services/saved/saved.server";
import { viewerOfPage } from "./http/auth.server";

type LoaderContext = Pick<LoaderFunctionArgs, "request" | "context">;

/** @returns whether the viewer of a page has saved something */
export const isSavedByViewer = async (
  args: LoaderContext,
  kind: SavedKind,
  id: string,
): Promise<boolean> => (await savedByViewer(await viewerOfPage(args), kind, [{ id }])).has(id);

/** @returns the ids of those of some texts that the viewer has saved; empty for a visitor */
export async function savedByViewer(
  viewer: Viewer | null,
  kind: SavedKind,
  texts: readonly { id: string }[],
): Promise<Set<string>> {
  if (!viewer || !texts.length) return new Set();
  const ids = texts.map(({ id }) => id);
  const read = () => savedAmong(viewer.id, kind, ids);
  return new Set(await cachedRead([accountTag(viewer.id)], ["saved", viewer.id, kind, ids], read));
}
