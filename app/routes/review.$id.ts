import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ServiceError } from "~/services/errors";
import { findTarget } from "~/services/moderation/targets.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** Leads to the page of a review, also of a hidden one: the log of moderation does not know its hub. */
export async function loader({ params }: LoaderFunctionArgs) {
  const path = await orErrorResponse(readPath(params.id ?? ""));
  throw redirect(path);
}

/** @throws ServiceError `notFound` */
async function readPath(id: string): Promise<string> {
  const found = await findTarget({ kind: "review", id });
  if (!found) throw new ServiceError("notFound", "There is no such review.");
  return found.path;
}
