import { dayOf, mondayOf } from "~/domain/calendar-days";
import { largestOf } from "~/domain/allocation";
import { describeLargest, describePrice } from "~/domain/sentiment/describe-effects";
import type { EffectResponse, EffectsResponse, PersonEffectResponse } from "~/schemas/effects";
import type { EffectsOn, NamedEffect } from "~/services/recommendations/effects.server";
import type { StoredEffect } from "~/models/author-effect.server";
import { AUTHOR_ID_LENGTH } from "./mentions";

const serializeEffect = ({ author, name, points, mentions }: NamedEffect): EffectResponse => ({
  name,
  author: author.slice(-AUTHOR_ID_LENGTH),
  points,
  mentions,
});

/** Serializes the effects on a recommendation for the API; `null` if they have not been computed. */
export const serializeEffects = (read: EffectsOn | null): EffectsResponse => ({
  isComputed: read !== null,
  isFromInputs: read?.summary.isFromInputs ?? false,
  count: read?.count ?? 0,
  price: read?.summary.price ?? null,
  effects: read?.items.map(serializeEffect) ?? [],
});

/** Serializes the effects on a recommendation for its page, with what they mean in words. */
export function serializeEffectsOnPage(read: EffectsOn) {
  const [first] = read.items;
  const moved = first ? largestOf(first.points) : null;
  return {
    ...serializeEffects(read),
    sentence: describeLargest(first && moved ? { name: first.name, moved } : null),
    priceInWords: describePrice(read.summary.price),
  };
}

export type EffectsOnPage = ReturnType<typeof serializeEffectsOnPage>;

/** Serializes an effect of what a person wrote. */
export const serializePersonEffect = ({
  recommendationId,
  createdAt,
  points,
  mentions,
}: StoredEffect): PersonEffectResponse => ({
  recommendationId,
  weekDate: mondayOf(dayOf(createdAt)),
  createdAt: createdAt.toISOString(),
  points,
  mentions,
});
