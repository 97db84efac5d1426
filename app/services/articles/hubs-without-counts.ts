import { topics } from "~/domain/topics";
import type { HubResponse } from "~/schemas/responses";

/** A hub whose counts are unavailable. */
export type UncountedHub = Omit<HubResponse, "papers" | "contributors"> & {
  papers: null;
  contributors: null;
};

/** @returns the six hubs without counts, for when the database cannot be read */
export const uncountedHubs = (): UncountedHub[] =>
  topics.map(({ slug, title, description }) => ({
    title,
    description,
    slug,
    papers: null,
    contributors: null,
  }));
