/** The URLs of the six hubs: each has its own path and that of its category; one also has an alternative spelling. */
import { findTopic, topics, type Topic } from "../domain/topics";

const slugs = new Map<string, string>([
  ...topics.flatMap(({ slug }) => [
    [slug, slug] as const,
    // The page of a topic's category is its hub.
    [`category/${slug}`, slug] as const,
  ]),
  ["assetallocation", "asset-allocation"],
]);

/** All hub paths, for the route configuration. */
export const hubPaths: readonly string[] = [...slugs.keys()];

const REVIEWS = "reviews";

/** All review paths, for the route configuration. */
export const reviewPaths: readonly string[] = topics.map(
  ({ slug }) => `${slug}/${REVIEWS}/:review`,
);

/** @returns the path of a review's page */
export const reviewPath = ({ id, hub }: { id: string; hub: string }): string =>
  `/${hub}/${REVIEWS}/${id}`;

/** @returns the topic of a hub or review path that the router has matched */
export function topicAt(pathname: string): Topic {
  // Split before decoding, because a decoded segment may contain a slash.
  const segments = pathname
    .split("/")
    .filter(Boolean)
    .map((segment) => decodeURIComponent(segment).toLowerCase());
  const reviews = segments.lastIndexOf(REVIEWS);
  const path = reviews > 0 ? segments.slice(0, reviews) : segments;
  const topic = findTopic(slugs.get(path.join("/")) ?? "");
  if (!topic) throw new Error(`${pathname} is not the path of a hub`);
  return topic;
}
