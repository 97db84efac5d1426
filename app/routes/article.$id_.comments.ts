import type { LoaderFunctionArgs } from "@remix-run/node";
import { openComments } from "~/utils/article-cards.server";

/** The comments of a card as JSON, for the script that opens them in place. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const open = await openComments({ request, context }, params.id ?? "");
  if (!open) throw new Response(null, { status: 404 });
  return Response.json(open);
}
