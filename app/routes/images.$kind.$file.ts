import type { LoaderFunctionArgs } from "@remix-run/node";
import etag from "etag";
import { serializeListedArticle } from "~/presenters/articles";
import { readArticle } from "~/services/articles/articles.server";
import type { ServiceError } from "~/services/errors";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readVerdict } from "~/services/recommendations/verdict.server";
import type { Card } from "~/services/share-cards/card";
import { drawShareImage } from "~/services/share-images.server";
import { serviceErrorOrThrow, textErrorResponse } from "~/utils/http/error-responses.server";
import { notModified } from "~/utils/http/etag-response.server";
import { articleCard, recommendationCard } from "~/utils/seo/share-cards.server";

/** What is drawn, by the first part of the address. */
const cards: Record<string, (id: string) => Promise<Card>> = {
  article: async (id) => articleCard(serializeListedArticle(await readArticle(id))),
  momentum: async (id) => {
    const [row, verdict] = await Promise.all([
      momentumEngine.readListed(id),
      readVerdict("momentum"),
    ]);
    const shown = { ...row, ...momentumEngine.serialize(row) };
    return recommendationCard("momentum", { ...shown, allocation: row.allocation }, verdict);
  },
  sentiment: async (id) => {
    const [row, verdict] = await Promise.all([
      sentimentEngine.readListed(id),
      readVerdict("sentiment"),
    ]);
    return recommendationCard("sentiment", sentimentEngine.serialize(row), verdict);
  },
};

/** The image of an article or a recommendation for link previews. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { kind = "", file = "" } = params;
  const [, id] = /^([0-9a-f]{24})\.png$/.exec(file) ?? [];
  if (!id || !Object.hasOwn(cards, kind)) throw new Response(null, { status: 404 });
  try {
    return imageResponse(request, await drawShareImage(await cards[kind]!(id)));
  } catch (error) {
    throw refusal(serviceErrorOrThrow(error));
  }
}

function imageResponse(request: Request, image: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers({
    "Content-Type": "image/png",
    "Content-Length": String(image.length),
    "Cache-Control": "public, max-age=600",
    // Other sites may show it in their previews.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: etag(Buffer.from(image.buffer)),
  });
  return (
    notModified(request, headers) ??
    new Response(request.method === "HEAD" ? null : image, { headers })
  );
}

const refusal = (error: ServiceError): Response =>
  error.kind === "gone" ? new Response(null, { status: 404 }) : textErrorResponse(error);
