import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedAt } from "~/config/feeds";
import { readFeed } from "~/services/feeds/feeds.server";
import { conditionalAnswer, unavailableAnswer } from "~/utils/http/etag-response.server";
import { feedType, writeFeed } from "~/utils/feeds/serialize-feed.server";
import { contextOf } from "~/utils/http/load-context";
import { originOf } from "~/utils/http/origin.server";

/** All feeds; which one it is, and in which format, its address says. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scope, format } = feedAt(new URL(request.url).pathname);
  try {
    const feed = await readFeed(scope);
    const body = writeFeed(feed, format, originOf(request));
    return conditionalAnswer(request, { body, type: feedType(format), modified: feed.updated });
  } catch (error) {
    contextOf(context).log.error({ err: error }, "a feed could not be read");
    return unavailableAnswer("The feed could not be read. Please try again later.");
  }
}
