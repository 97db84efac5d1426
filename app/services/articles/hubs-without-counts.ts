import { topics } from "~/domain/topics";

/** @returns the six hubs without counts, for when the database or, in the browser, the site cannot be reached */
export const uncountedHubs = () =>
  topics.map(({ slug, title, description }) => ({
    title,
    description,
    slug,
    papers: null,
    contributors: null,
  }));
