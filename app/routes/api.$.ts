import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiNotFound, respond } from "~/utils/http/endpoint.server";
import { findEndpoints } from "./api/calls.server";

/** Every path under `/api`: a call, or a JSON 404. */
export function loader(args: LoaderFunctionArgs) {
  const found = findEndpoints(new URL(args.request.url).pathname);
  return found ? respond(found.endpoints, args, found.params) : apiNotFound(args);
}

export const action = loader;
