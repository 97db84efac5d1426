import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Followed } from "~/domain/following";
import { readFollowStates, type FollowState } from "~/services/following/following.server";
import { viewerOfPage } from "./http/auth.server";

/**
 * @param targets what a page shows; the ids of people, not their names
 * @returns whether the viewer follows each, in this order; nothing for visitors, for whom pages are the same
 */
export async function followStatesOfPage(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  targets: readonly Followed[],
): Promise<FollowState[]> {
  const viewer = await viewerOfPage(args);
  return viewer ? readFollowStates(viewer, targets) : [];
}
