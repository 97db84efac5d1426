import type { Hue } from "../ui/topic-colors";
import type { Engine } from "~/domain/engines";

interface EngineDisplay {
  name: string;
  /** The path of its list of recommendations. */
  list: string;
  hue: Hue;
  /** The border colour of its sections. */
  rule: string;
}

/** How each engine is presented: name, path and colours. */
export const engineDisplay: Record<Engine, EngineDisplay> = {
  momentum: { name: "Momentum", list: "/momentum", hue: "none", rule: "border-accent" },
  sentiment: { name: "Sentiment", list: "/sentiment", hue: "sentiment", rule: "border-sentiment" },
};
