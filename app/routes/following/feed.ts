import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedFormatAt } from "~/config/feeds";
import { ServiceError } from "~/services/errors";
import { readFollowingFeed } from "~/services/feeds/published-feeds.server";
import { readFeedOwner } from "~/services/following/feed-address.server";
import { feedType, serializeFeed } from "~/utils/feeds/serialize-feed.server";
import { errorResponseInit } from "~/utils/http/error-responses.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";

/** The feed of what somebody follows, for whoever knows its address. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  const format = feedFormatAt(new URL(request.url).pathname);
  return orUnavailable(context, "The feed could not be read.", async () => {
    try {
      const { secret = "" } = params;
      const feed = await readFollowingFeed(await readFeedOwner(secret), `/following/${secret}`);
      const body = await serializeFeed(feed, format, getOrigin(request));
      const response = etagResponse(request, {
        body,
        type: feedType(format),
        modified: feed.updated,
      });
      response.headers.set("Cache-Control", "private, no-cache");
      response.headers.set("X-Robots-Tag", "noindex");
      return response;
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === "notFound")) throw error;
      return new Response(`${error.message}\n`, errorResponseInit(error));
    }
  });
}
