import { draftResponse, draftSummaryResponse } from "~/schemas/drafts";
import { presenter } from "./presenter";

/** Serializes a draft for a list, for its author only. */
export const serializeDraftSummary = presenter(draftSummaryResponse);

/** Serializes a draft, for its author only. */
export const serializeDraft = presenter(draftResponse);
