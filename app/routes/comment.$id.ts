import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readCommentPath } from "~/services/articles/comments.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** Leads to the page on which a comment stands. */
export async function loader({ params }: LoaderFunctionArgs) {
  throw redirect(await orErrorResponse(readCommentPath(params.id ?? "")));
}
