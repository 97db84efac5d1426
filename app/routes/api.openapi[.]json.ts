import { documentResponse } from "~/schemas/responses";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { apiDocument } from "./api._index/document.server";

const document = resource({
  GET: endpoint({
    id: "readDocument",
    tag: "About the API",
    summary: "Read the OpenAPI document",
    description: "The document from which this page is generated.",
    response: documentResponse,
    handle: async ({ origin }) => ({ ...apiDocument(origin) }),
  }),
});

export const loader = document.loader;
export const action = document.action;
