import type { Hue } from "~/components/ui/topic";
import type { Engine } from "~/domain/engines";

/** How the two engines are called and where they are. */
export const engineLooks: Record<Engine, { name: string; list: string; hue: Hue }> = {
  momentum: { name: "Momentum", list: "/momentum", hue: "none" },
  sentiment: { name: "Sentiment", list: "/sentiment", hue: "sentiment" },
};
