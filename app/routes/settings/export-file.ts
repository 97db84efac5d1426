import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { ServiceError } from "~/services/errors";
import { openExport } from "~/services/exports/exports.server";
import { requireViewer } from "~/utils/http/auth.server";
import { downloadResponse } from "~/utils/http/file-response.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";

/** Downloads the copy of the viewer's data; if there is none, redirects to the page that shows its status. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const viewer = await requireViewer(args, "/settings/data");
  const file = await orErrorResponse(
    openExport(viewer).catch((error: unknown) => {
      if (error instanceof ServiceError && error.kind === "notFound") return null;
      throw error;
    }),
  );
  return file ? downloadResponse(args.request, file) : redirect("/settings/data");
}
