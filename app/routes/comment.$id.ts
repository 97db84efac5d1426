import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readCommentPath } from "~/services/articles/comments.server";
import { markedToken } from "~/utils/marked-texts.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** Leads to the page on which a comment stands. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const path = await orErrorResponse(readCommentPath(params.id ?? ""));
  const token = markedToken(request);
  throw redirect(token ? path.replace("#", `&mark=${encodeURIComponent(token)}#`) : path);
}
