import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedAt } from "~/config/feeds";
import { readFeed } from "~/services/feeds/published-feeds.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { feedType, serializeFeed } from "~/utils/feeds/serialize-feed.server";
import { getOrigin } from "~/utils/http/origin.server";

/** All feeds except those of people; the path determines the feed and its format. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const { scope, format } = feedAt(pathname);
  return orUnavailable(context, "The feed could not be read.", async () => {
    const feed = await readFeed(scope, searchParams);
    const body = await serializeFeed(feed, format, getOrigin(request));
    return etagResponse(request, { body, type: feedType(format), modified: feed.updated });
  });
}
