import type { LoaderFunctionArgs } from "@remix-run/node";
import { readArticle } from "~/services/articles/articles.server";
import { openComments } from "~/utils/article-cards.server";
import { orNotFound } from "~/utils/http/error-responses.server";

/** The comments of a card as JSON, for the script that opens them in place. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const read = async () => openComments({ request, context }, await readArticle(params.id ?? ""));
  return Response.json(await orNotFound(read()));
}
