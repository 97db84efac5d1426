import type { AppLoadContext } from "@remix-run/node";
import { etagResponse, unavailableResponse } from "./etag-response.server";
import { getContext } from "./load-context";

/**
 * Responds with a CSV table as a download, which caches must revalidate.
 *
 * @param name the file name of the download
 * @param read returns the table as CSV, or `null` while there is none, which becomes a 404
 * @returns a 503 if the table cannot be read
 */
export async function csvResponse(
  { request, context }: { request: Request; context: AppLoadContext },
  name: string,
  read: () => Promise<string | null>,
): Promise<Response> {
  try {
    const body = await read();
    if (body === null) return new Response("There is no such table yet.\n", { status: 404 });
    const response = etagResponse(request, {
      body,
      type: "text/csv; charset=utf-8; header=present",
    });
    response.headers.set("Content-Disposition", `attachment; filename="${name}"`);
    return response;
  } catch (error) {
    getContext(context).log.error({ err: error }, `${name} could not be read`);
    return unavailableResponse("The table could not be read. Please try again later.");
  }
}
