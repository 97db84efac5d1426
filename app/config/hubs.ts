/** The addresses of the six hubs. Each topic has its own, its category's, and one has an old spelling. */
import { findTopic, topics, type Topic } from "../domain/topics";

const slugs = new Map<string, string>([
  ...topics.flatMap(({ slug }) => [
    [slug, slug] as const,
    // A topic's category is its hub.
    [`category/${slug}`, slug] as const,
  ]),
  ["assetallocation", "asset-allocation"],
]);

/** Every path that shows a hub, as the router writes it. */
export const hubPaths: readonly string[] = [...slugs.keys()];

/** @returns the topic whose hub is at a path that the router has found to be a hub's */
export function topicAt(pathname: string): Topic {
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "");
  const topic = findTopic(slugs.get(path) ?? "");
  if (!topic) throw new Error(`${pathname} is no address of a hub`);
  return topic;
}
