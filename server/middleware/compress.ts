import { constants } from "node:zlib";
import compression from "compression";

/** Larger than most compressed pages, so that each fits into one chunk. */
const CHUNK_SIZE = 64 * 1024;

/**
 * For responses that are sent once. Takes half the processor time of the default level, for a tenth more
 * bytes with gzip and a twentieth more with Brotli. Cached pages are compressed harder.
 */
const LEVEL = 3;

/**
 * Compresses responses with Brotli or gzip, as the browser prefers. Event streams are not compressed,
 * because each event has to be sent at once.
 */
export const compress = compression({
  chunkSize: CHUNK_SIZE,
  level: LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } },
  filter: (req, res) =>
    !/^text\/event-stream/i.test(String(res.getHeader("Content-Type"))) &&
    compression.filter(req, res),
});
