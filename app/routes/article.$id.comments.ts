import type { LoaderFunctionArgs } from "@remix-run/node";
import { readArticle } from "~/services/articles/articles.server";
import { openComments } from "~/utils/article-cards.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** A card's comments as JSON, fetched when they are opened in place. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const load = async () => openComments({ request, context }, await readArticle(params.id ?? ""));
  return Response.json(await orErrorResponse(load()));
}
