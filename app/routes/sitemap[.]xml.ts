import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemap } from "~/services/feeds/sitemap.server";
import { conditionalAnswer, unavailableAnswer } from "~/utils/http/etag-response.server";
import { contextOf } from "~/utils/http/load-context";
import { originOf } from "~/utils/http/origin.server";
import { SITEMAP_TYPE, writeSitemap, writeSitemapIndex } from "~/utils/seo/sitemap.server";

/** Every address that search engines should know; where they are many, the parts they are in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const origin = originOf(request);
  try {
    const all = await sitemap.readAll();
    const body =
      "pages" in all ? writeSitemap(all.pages, origin) : writeSitemapIndex(all.parts, origin);
    return conditionalAnswer(request, { body, type: SITEMAP_TYPE });
  } catch (error) {
    contextOf(context).log.error({ err: error }, "the sitemap could not be read");
    return unavailableAnswer("The sitemap could not be read. Please try again later.");
  }
}
