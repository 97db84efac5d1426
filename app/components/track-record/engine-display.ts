import type { Hue } from "../ui/topic-colors";
import { engines, type Engine } from "~/domain/engines";

interface EngineDisplay {
  name: string;
  /** The path of its list of recommendations. */
  list: string;
  hue: Hue;
  /** The border colour of its sections. */
  rule: string;
}

/** @returns the engine of a path */
export const engineAt = (pathname: string): Engine =>
  engines.find((engine) => pathname.toLowerCase().startsWith(`/${engine}`)) ?? "momentum";

/** How each engine is presented: name, path and colours. */
export const engineDisplay: Record<Engine, EngineDisplay> = {
  momentum: { name: "Momentum", list: "/momentum", hue: "none", rule: "border-accent" },
  sentiment: { name: "Sentiment", list: "/sentiment", hue: "sentiment", rule: "border-sentiment" },
};
