import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemap } from "~/services/feeds/sitemap.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";
import {
  SITEMAP_TYPE,
  serializeSitemap,
  serializeSitemapIndex,
} from "~/utils/seo/sitemap-xml.server";

/** The sitemap: all indexable URLs, or an index of its parts if there are many. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = getOrigin(request);
  return orUnavailable(context, "The sitemap could not be read.", async () => {
    const all = await sitemap.readAll();
    const body =
      "pages" in all
        ? serializeSitemap(all.pages, origin)
        : serializeSitemapIndex(all.parts, origin);
    return etagResponse(request, { body, type: SITEMAP_TYPE });
  });
}
