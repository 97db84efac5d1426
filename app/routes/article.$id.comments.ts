import type { LoaderFunctionArgs } from "@remix-run/node";
import { readArticle } from "~/services/articles.server";
import { openComments } from "~/utils/article-cards.server";
import { orNotFound } from "~/utils/refusals.server";

/** The comments of a card as JSON, for the script that opens them in place. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const article = await orNotFound(readArticle(params.id ?? ""));
  return Response.json(await openComments({ request, context }, article));
}
