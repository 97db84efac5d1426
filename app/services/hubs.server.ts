import { topics } from "~/domain/topics";
import { readHubCounts } from "~/models/hub.server";

/** A topic's hub as the research room shows it. */
export interface ResearchHub {
  title: string;
  description: string;
  /** Reviews and articles of the topic. */
  papers: number;
  /** The distinct people behind them. */
  contributors: number;
  slug: string;
}

/** @returns the six hubs with their counts, in the specification's order */
export async function researchHubs(): Promise<ResearchHub[]> {
  const counts = await readHubCounts();
  return topics.map(({ slug, title, description }) => ({
    title,
    description,
    papers: counts.get(slug)?.papers ?? 0,
    contributors: counts.get(slug)?.contributors ?? 0,
    slug,
  }));
}
