import { z } from "zod";
import { serializeDraft, serializeDraftSummary } from "~/presenters/drafts";
import {
  DRAFTS_DESCRIPTION,
  draftInput,
  draftResponse,
  draftSummaryResponse,
} from "~/schemas/drafts";
import { addDraft, readDrafts } from "~/services/drafts/drafts.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Drafts", {
  GET: endpoint({
    id: "listDrafts",
    summary: "List your drafts",
    description: "All drafts, the most recently saved first, without their fields.",
    response: z.array(draftSummaryResponse),
    auth: "required",
    handle: async ({ viewer }) => noStore((await readDrafts(viewer)).map(serializeDraftSummary)),
  }),
  POST: endpoint({
    id: "saveDraft",
    summary: "Save a new draft",
    description: `A draft may be incomplete. ${DRAFTS_DESCRIPTION}`,
    response: draftResponse,
    status: 201,
    errors: { conflict: "You already have the maximum number of drafts." },
    limits: ["drafts"],
    auth: "required",
    body: draftInput,
    handle: async ({ viewer, body }) => serializeDraft(await addDraft(viewer, body)),
  }),
});
export const action = loader;
