import { serializeDraft } from "~/presenters/drafts";
import { draftIdParam, draftInput, draftResponse } from "~/schemas/drafts";
import { deleteDraft, readDraft, replaceDraft } from "~/services/drafts/drafts.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

const NO_DRAFT = { notFound: "You have no such draft." };

export const loader = resource("Drafts", {
  GET: endpoint({
    id: "getDraft",
    summary: "Get a draft",
    params: draftIdParam,
    response: draftResponse,
    errors: NO_DRAFT,
    auth: "required",
    handle: async ({ viewer, params }) =>
      noStore(serializeDraft(await readDraft(viewer, params.id))),
  }),
  PUT: endpoint({
    id: "replaceDraft",
    summary: "Replace a draft",
    description: "Replaces the whole draft: fields that are left out become empty.",
    params: draftIdParam,
    response: draftResponse,
    errors: NO_DRAFT,
    limits: ["drafts"],
    auth: "required",
    body: draftInput,
    handle: async ({ viewer, params, body }) =>
      serializeDraft(await replaceDraft(viewer, params.id, body)),
  }),
  DELETE: endpoint({
    id: "deleteDraft",
    summary: "Delete a draft",
    description: "No request body.",
    params: draftIdParam,
    errors: NO_DRAFT,
    auth: "required",
    handle: ({ viewer, params }) => deleteDraft(viewer, params.id),
  }),
});
export const action = loader;
