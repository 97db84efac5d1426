import { isSavedKind } from "~/domain/saved";
import { serializeSaved } from "~/presenters/saved";
import { savedInput, savedParams, savedResponse } from "~/schemas/saved";
import { notFoundError } from "~/services/errors";
import { save, unsave } from "~/services/saved/saved.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

function referenceOf({ kind, id }: { kind: string; id: string }) {
  if (!isSavedKind(kind)) throw notFoundError("Kind");
  return { kind, id };
}

export const loader = resource("Saved", {
  PUT: endpoint({
    id: "save",
    summary: "Save something",
    description:
      "Saves it for later, with or without a note. Saved again, it keeps its place in the list.",
    params: savedParams,
    response: savedResponse,
    errors: {
      notFound: "There is no such text or recommendation.",
      conflict: "You have saved the maximum number.",
    },
    limits: ["saves"],
    auth: "required",
    body: savedInput,
    handle: async ({ viewer, params, body }) =>
      serializeSaved(await save(viewer, referenceOf(params), body?.note)),
  }),
  DELETE: endpoint({
    id: "unsave",
    summary: "Remove something from what you have saved",
    description:
      "Removes your note as well. Idempotent: without anything saved, nothing changes. No request body.",
    params: savedParams,
    errors: { notFound: "There is no such kind." },
    limits: ["saves"],
    auth: "required",
    handle: ({ viewer, params }) => unsave(viewer, referenceOf(params)),
  }),
});
export const action = loader;
