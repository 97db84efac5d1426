import { categoryResponse, slugParam } from "~/schemas/responses";
import { readCategory } from "~/services/articles/categories";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Hubs and categories", {
  GET: endpoint({
    id: "readCategory",
    summary: "Read a category",
    params: slugParam,
    response: categoryResponse,
    errors: { notFound: "There is no such category." },
    handle: async ({ params }) => readCategory(params.slug),
  }),
});
export const action = loader;
