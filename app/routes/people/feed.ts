import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedFormatAt } from "~/config/feeds";
import { ServiceError } from "~/services/errors";
import { readPersonFeed } from "~/services/feeds/published-feeds.server";
import { isUnlisted, readPerson } from "~/services/people/people.server";
import { feedType, serializeFeed } from "~/utils/feeds/serialize-feed.server";
import { errorResponseInit } from "~/utils/http/error-responses.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";

/** The feed of a person's contributions; the path determines the format. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  const format = feedFormatAt(new URL(request.url).pathname);
  return orUnavailable(context, "The feed could not be read.", async () => {
    try {
      const person = await readPerson(params.name ?? "");
      const feed = await readPersonFeed(person);
      const body = await serializeFeed(feed, format, getOrigin(request));
      const type = feedType(format);
      const response = etagResponse(request, { body, type, modified: feed.updated });
      if (isUnlisted(person)) response.headers.set("X-Robots-Tag", "noindex");
      return response;
    } catch (error) {
      if (!(error instanceof ServiceError && ["gone", "notFound"].includes(error.kind)))
        throw error;
      return new Response(`${error.message}\n`, errorResponseInit(error));
    }
  });
}
