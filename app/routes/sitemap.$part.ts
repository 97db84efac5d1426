import type { LoaderFunctionArgs } from "@remix-run/node";
import { ServiceError } from "~/services/errors";
import { sitemap } from "~/services/feeds/sitemap.server";
import { etagResponse, unavailableResponse } from "~/utils/http/etag-response.server";
import { getContext } from "~/utils/http/load-context";
import { getOrigin } from "~/utils/http/origin.server";
import { SITEMAP_TYPE, serializeSitemap } from "~/utils/seo/sitemap-xml.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, name] = /^(.+)\.xml$/.exec(params.part ?? "") ?? [];
  if (!name) throw new Response(null, { status: 404 });
  try {
    const body = serializeSitemap(await sitemap.readPart(name), getOrigin(request));
    return etagResponse(request, { body, type: SITEMAP_TYPE });
  } catch (error) {
    if (error instanceof ServiceError) throw new Response(null, { status: 404 });
    getContext(context).log.error({ err: error }, "a part of the sitemap could not be read");
    return unavailableResponse("The sitemap could not be read. Please try again later.");
  }
}
