import type { LoaderFunctionArgs } from "@remix-run/node";
import { Refusal } from "~/services/errors";
import { sitemap } from "~/services/feeds/sitemap.server";
import { conditionalAnswer, unavailableAnswer } from "~/utils/http/etag-response.server";
import { contextOf } from "~/utils/http/load-context";
import { originOf } from "~/utils/http/origin.server";
import { SITEMAP_TYPE, writeSitemap } from "~/utils/seo/sitemap.server";

/** A part of the sitemap. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, name] = /^(.+)\.xml$/.exec(params.part ?? "") ?? [];
  if (!name) throw new Response(null, { status: 404 });
  try {
    const body = writeSitemap(await sitemap.readPart(name), originOf(request));
    return conditionalAnswer(request, { body, type: SITEMAP_TYPE });
  } catch (error) {
    if (error instanceof Refusal) throw new Response(null, { status: 404 });
    contextOf(context).log.error({ err: error }, "a part of the sitemap could not be read");
    return unavailableAnswer("The sitemap could not be read. Please try again later.");
  }
}
