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

const REVIEWS = "reviews";

/** Every path that shows one review, under the hub it belongs to. */
export const reviewPaths: readonly string[] = topics.map(
  ({ slug }) => `${slug}/${REVIEWS}/:review`,
);

/** @returns the path of a review's own page, within its hub */
export const reviewPath = ({ id, hub }: { id: string; hub: string }): string =>
  `/${hub}/${REVIEWS}/${id}`;

/** @returns the topic whose hub, or a review in it, is at a path that the router has found to be one */
export function topicAt(pathname: string): Topic {
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "")
    .replace(new RegExp(`/${REVIEWS}/[^/]*$`), "");
  const topic = findTopic(slugs.get(path) ?? "");
  if (!topic) throw new Error(`${pathname} is no address of a hub`);
  return topic;
}
