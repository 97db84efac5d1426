import type { Hue } from "../ui/topic-colors";
import type { Engine } from "~/domain/engines";

interface EngineLook {
  name: string;
  /** Where its recommendations are. */
  list: string;
  hue: Hue;
  /** The colour of the rule above what is its. */
  rule: string;
}

/** How the two engines are called and where they are. */
export const engineColors: Record<Engine, EngineLook> = {
  momentum: { name: "Momentum", list: "/momentum", hue: "none", rule: "border-accent" },
  sentiment: { name: "Sentiment", list: "/sentiment", hue: "sentiment", rule: "border-sentiment" },
};
