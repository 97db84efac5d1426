import { z } from "zod";
import {
  draftInput,
  draftResponse,
  DRAFTS_DESCRIPTION,
  draftSummaryResponse,
} from "~/schemas/drafts";
import { addDraft, readDrafts } from "~/services/drafts/drafts.server";
import { serializeDraft, serializeDraftSummary } from "~/presenters/drafts";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const drafts = resource({
  GET: endpoint({
    id: "listDrafts",
    tag: "Drafts",
    summary: "List your drafts",
    description: "All drafts, the most recently saved first, without their fields.",
    response: z.array(draftSummaryResponse),
    auth: "required",
    handle: async ({ viewer }) =>
      new JsonResult((await readDrafts(viewer)).map(serializeDraftSummary), {
        "Cache-Control": "no-store",
      }),
  }),
  POST: endpoint({
    id: "saveDraft",
    tag: "Drafts",
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

export const loader = drafts.loader;
export const action = drafts.action;
