import { engines, type Engine } from "~/domain/engines";

interface EngineDisplay {
  name: string;
  /** The path of its list of recommendations. */
  list: string;
  topic: string;
  /** The border colour of its sections. */
  rule: string;
}

/** @returns the engine of a path */
export const engineAt = (pathname: string): Engine =>
  engines.find((engine) => pathname.toLowerCase().startsWith(`/${engine}`)) ?? "momentum";

/** How each engine is presented: name, path and colours. */
export const engineDisplay: Record<Engine, EngineDisplay> = {
  momentum: { name: "Momentum", list: "/momentum", topic: "momentum", rule: "border-accent" },
  sentiment: {
    name: "Sentiment",
    list: "/sentiment",
    topic: "sentiment",
    rule: "border-sentiment",
  },
};
