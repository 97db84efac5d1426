import type { Topic } from "~/domain/topics";
import type { Crumb } from "~/utils/seo/structured-data";

export const researchRoom: Crumb = { to: "/research", label: "Research Room" };

/** The pages above a review. */
export const reviewTrail = ({ slug, title }: Topic): Crumb[] => [
  researchRoom,
  { to: `/${slug}`, label: title, topic: slug },
];
