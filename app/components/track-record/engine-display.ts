import { engines, type Engine } from "~/domain/engines";

interface EngineDisplay {
  name: string;
  list: string;
  topic: string;
  rule: string;
}

/** @returns the engine of a path */
export const engineAt = (pathname: string): Engine =>
  engines.find((engine) => pathname.toLowerCase().startsWith(`/${engine}`)) ?? "momentum";

export const engineDisplay: Record<Engine, EngineDisplay> = {
  momentum: { name: "Momentum", list: "/momentum", topic: "momentum", rule: "border-accent" },
  sentiment: {
    name: "Sentiment",
    list: "/sentiment",
    topic: "sentiment",
    rule: "border-sentiment",
  },
};
