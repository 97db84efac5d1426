import type { LoaderFunctionArgs } from "@remix-run/node";
import { ServiceError } from "~/services/errors";
import { sitemap } from "~/services/feeds/sitemap.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";
import { SITEMAP_TYPE, serializeSitemap } from "~/utils/seo/sitemap-xml.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, name] = /^(.+)\.xml$/.exec(params.part ?? "") ?? [];
  if (!name) throw new Response(null, { status: 404 });
  return orUnavailable(context, "The sitemap could not be read.", async () => {
    const pages = await sitemap.readPart(name).catch((error: unknown) => {
      throw error instanceof ServiceError ? new Response(null, { status: 404 }) : error;
    });
    return etagResponse(request, {
      body: serializeSitemap(pages, getOrigin(request)),
      type: SITEMAP_TYPE,
    });
  });
}
