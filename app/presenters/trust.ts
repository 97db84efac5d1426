import type { TrustFacts } from "~/models/trust.server";
import type { OwnTrust } from "~/services/recommendations/trust.server";

export const serializeTrustFacts = ({ computedAt, ...facts }: TrustFacts) => ({
  ...facts,
  computedAt: computedAt.toISOString(),
});
export type SerializedTrustFacts = ReturnType<typeof serializeTrustFacts>;

export const serializeOwnTrust = ({ own, facts }: OwnTrust) => ({
  ...facts,
  computedAt: facts.computedAt.toISOString(),
  trust: own?.trust ?? 0,
  supporters: own?.supporters ?? 0,
  isRoot: own?.isRoot ?? false,
});
export type SerializedOwnTrust = ReturnType<typeof serializeOwnTrust>;
