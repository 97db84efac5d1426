import { topics } from "~/domain/topics";
import { readHubCounts } from "~/models/hub.server";
import type { HubResponse } from "~/schemas/responses";

/** @returns the six hubs with their counts, in the order of `topics` */
export async function researchHubs(): Promise<HubResponse[]> {
  const counts = await readHubCounts();
  return topics.map(({ slug, title, description }) => ({
    title,
    description,
    papers: counts.get(slug)?.papers ?? 0,
    contributors: counts.get(slug)?.contributors ?? 0,
    slug,
  }));
}
