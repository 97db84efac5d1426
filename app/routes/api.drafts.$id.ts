import { draftIdParam, draftInput, draftResponse } from "~/schemas/drafts";
import { doneResponse } from "~/schemas/responses";
import { deleteDraft, readDraft, replaceDraft } from "~/services/drafts/drafts.server";
import { serializeDraft } from "~/presenters/drafts";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const errors = { notFound: "You have no such draft." };

const draft = resource({
  GET: endpoint({
    id: "getDraft",
    tag: "Drafts",
    summary: "Get a draft",
    params: draftIdParam,
    response: draftResponse,
    errors,
    auth: "required",
    handle: async ({ viewer, params }) =>
      new JsonResult(serializeDraft(await readDraft(viewer, params.id ?? "")), {
        "Cache-Control": "no-store",
      }),
  }),
  PUT: endpoint({
    id: "replaceDraft",
    tag: "Drafts",
    summary: "Replace a draft",
    description: "Replaces the whole draft: fields that are left out become empty.",
    params: draftIdParam,
    response: draftResponse,
    errors,
    limits: ["drafts"],
    auth: "required",
    body: draftInput,
    handle: async ({ viewer, params, body }) =>
      serializeDraft(await replaceDraft(viewer, params.id ?? "", body)),
  }),
  DELETE: endpoint({
    id: "deleteDraft",
    tag: "Drafts",
    summary: "Delete a draft",
    description: "No request body.",
    params: draftIdParam,
    response: doneResponse,
    errors,
    auth: "required",
    handle: async ({ viewer, params }) => {
      await deleteDraft(viewer, params.id ?? "");
      return { done: true as const };
    },
  }),
});

export const loader = draft.loader;
export const action = draft.action;
