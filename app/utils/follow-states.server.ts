import type { LoaderFunctionArgs } from "@remix-run/node";
import type { FollowedThreads } from "~/components/following/thread-follow";
import type { Followed } from "~/domain/following";
import type { CommentSubject } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
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

/** @param comments those on the page @returns what a viewer follows of a discussion */
export async function followedThreads(
  viewer: Viewer,
  subject: CommentSubject,
  comments: readonly { id: string; depth: number }[],
): Promise<FollowedThreads> {
  const firsts = comments.filter(({ depth }) => depth === 0);
  const starts = [subject.id, ...firsts.map(({ id }) => id)];
  const states = await readFollowStates(
    viewer,
    starts.map((target) => ({ kind: "thread", target })),
  );
  return Object.fromEntries(
    starts.flatMap((start, i) => {
      const { isFollowed, byWriting } = states[i]!;
      return isFollowed ? [[start, byWriting ? "writing" : "asked"] as const] : [];
    }),
  );
}
