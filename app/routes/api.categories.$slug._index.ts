import { readCategory } from "~/services/categories";
import { endpoint, resource } from "~/utils/api.server";

const category = resource({
  GET: endpoint({ handle: async ({ params }) => readCategory(params.slug ?? "") }),
});

export const loader = category.loader;
export const action = category.action;
