import { topics } from "~/domain/topics";
import type { HubResponse } from "~/schemas/responses";

/** A hub where its counts cannot be read. */
export type UncountedHub = Omit<HubResponse, "papers" | "contributors"> & {
  papers: null;
  contributors: null;
};

/** @returns the six hubs without their counts: they are the same six whatever fails */
export const uncountedHubs = (): UncountedHub[] =>
  topics.map(({ slug, title, description }) => ({
    ...{ title, description, slug },
    ...{ papers: null, contributors: null },
  }));
