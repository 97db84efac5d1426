import { topics } from "~/domain/topics";
import { readHubCounts } from "~/models/hub.server";
import type { HubResponse } from "~/schemas/responses";
import { dependsOn } from "../cache/dependencies.server";
import { HUB_COUNTS } from "../cache/tags";

/** @returns the six hubs with their counts, in the order of `topics` */
export async function researchHubs(): Promise<HubResponse[]> {
  dependsOn(HUB_COUNTS);
  const counts = await readHubCounts();
  return topics.map(({ slug, title, description }) => ({
    title,
    description,
    papers: counts.get(slug)?.papers ?? 0,
    contributors: counts.get(slug)?.contributors ?? 0,
    slug,
  }));
}
