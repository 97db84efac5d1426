import type { LoaderFunctionArgs } from "@remix-run/node";
import { namePrefix } from "~/schemas/people";
import { suggestNames } from "~/services/names/names.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** The names that a form offers while somebody types. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const { data: prefix } = namePrefix.safeParse(searchParams.get("prefix"));
  const viewer = await viewerOfPage(args);
  const names = prefix ? await orErrorResponse(suggestNames(viewer, prefix)) : [];
  return Response.json(names, { headers: { "Cache-Control": "no-store" } });
}
