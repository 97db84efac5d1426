import type { TrustFacts } from "~/models/trust.server";

export const serializeTrustFacts = ({ computedAt, ...facts }: TrustFacts) => ({
  ...facts,
  computedAt: computedAt.toISOString(),
});
export type SerializedTrustFacts = ReturnType<typeof serializeTrustFacts>;
