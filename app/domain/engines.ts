export const engines = ["momentum", "sentiment"] as const;
export type Engine = (typeof engines)[number];
