/** Images of articles and recommendations for link previews: drawn when they are asked for, one at a time, and kept. */
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { ServiceError } from "./errors";
import { inWorker } from "./worker/worker.server";
import type { Card } from "./share-cards/card";

/** About 400 images. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** The most images that wait to be drawn, which takes a few seconds. */
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;

const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: (image) => image.length,
});
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
/** One thread at most, whoever asks for how many. */
const oneAtATime = pLimit(1);

/**
 * Draws a card, unless an image with the same content is kept or being drawn.
 *
 * @returns a PNG of 1200 by 630
 * @throws ServiceError `unavailable` if too many others wait
 */
export async function drawShareImage(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(card);
  const image = kept.get(key) ?? drawn.get(key);
  if (image) return image;
  if (oneAtATime.pendingCount >= MAX_WAITING) {
    const details = { retryAfterSeconds: RETRY_SECONDS };
    throw new ServiceError("unavailable", "Too many images are being drawn.", details);
  }
  const drawing = oneAtATime(() => inWorker("shareImage", (job) => job.renderCard(card)))
    .then((bytes) => {
      const copy = new Uint8Array(bytes);
      kept.set(key, copy);
      return copy;
    })
    .finally(() => drawn.delete(key));
  drawn.set(key, drawing);
  return drawing;
}
