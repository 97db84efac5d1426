import { z } from "zod";
import { serializeDraft, serializeDraftSummary } from "~/presenters/drafts";
import {
  DRAFTS_DESCRIPTION,
  draftIdParam,
  draftInput,
  draftResponse,
  draftSummaryResponse,
} from "~/schemas/drafts";
import {
  addDraft,
  deleteDraft,
  readDraft,
  readDrafts,
  replaceDraft,
} from "~/services/drafts/drafts.server";
import { endpoint, noStore, type Calls } from "~/utils/http/endpoint.server";

const errors = { notFound: "You have no such draft." };

export const draftCalls: Calls = {
  "GET /api/drafts/{id}": endpoint({
    id: "getDraft",
    summary: "Get a draft",
    params: draftIdParam,
    response: draftResponse,
    errors,
    auth: "required",
    handle: async ({ viewer, params }) =>
      noStore(serializeDraft(await readDraft(viewer, params.id))),
  }),
  "PUT /api/drafts/{id}": endpoint({
    id: "replaceDraft",
    summary: "Replace a draft",
    description: "Replaces the whole draft: fields that are left out become empty.",
    params: draftIdParam,
    response: draftResponse,
    errors,
    limits: ["drafts"],
    auth: "required",
    body: draftInput,
    handle: async ({ viewer, params, body }) =>
      serializeDraft(await replaceDraft(viewer, params.id, body)),
  }),
  "DELETE /api/drafts/{id}": endpoint({
    id: "deleteDraft",
    summary: "Delete a draft",
    description: "No request body.",
    params: draftIdParam,
    errors,
    auth: "required",
    handle: ({ viewer, params }) => deleteDraft(viewer, params.id),
  }),
  "GET /api/drafts": endpoint({
    id: "listDrafts",
    summary: "List your drafts",
    description: "All drafts, the most recently saved first, without their fields.",
    response: z.array(draftSummaryResponse),
    auth: "required",
    handle: async ({ viewer }) => noStore((await readDrafts(viewer)).map(serializeDraftSummary)),
  }),
  "POST /api/drafts": endpoint({
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
};
