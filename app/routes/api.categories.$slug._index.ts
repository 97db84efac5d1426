import { categoryResponse, slugParam } from "~/schemas/responses";
import { readCategory } from "~/services/articles/categories";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const category = resource({
  GET: endpoint({
    id: "readCategory",
    tag: "Hubs and categories",
    summary: "Read a category",
    params: slugParam,
    response: categoryResponse,
    errors: { notFound: "There is no such category." },
    handle: async ({ params }) => readCategory(params.slug ?? ""),
  }),
});

export const loader = category.loader;
export const action = category.action;
