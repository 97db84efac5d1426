import type { DraftResponse, DraftSummaryResponse } from "~/schemas/drafts";
import type { Draft, DraftSummary } from "~/services/drafts/drafts.server";

/** Serializes a draft for a list, for its author only. */
export const serializeDraftSummary = ({
  id,
  form,
  hub,
  title,
  updatedAt,
}: DraftSummary): DraftSummaryResponse => ({
  id,
  form,
  hub,
  title,
  updatedAt: updatedAt.toISOString(),
});

/** Serializes a draft, for its author only. */
export const serializeDraft = (draft: Draft): DraftResponse => ({
  ...serializeDraftSummary(draft),
  fields: draft.fields,
});
