import { topics } from "~/domain/topics";
import type { HubResponse } from "~/schemas/responses";

export type UncountedHub = Omit<HubResponse, "papers" | "contributors"> & {
  papers: null;
  contributors: null;
};

/** @returns the six hubs without counts, for when the database or, in the browser, the site cannot be reached */
export const uncountedHubs = (): UncountedHub[] =>
  topics.map(({ slug, title, description }) => ({
    title,
    description,
    slug,
    papers: null,
    contributors: null,
  }));
