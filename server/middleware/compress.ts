import { constants } from "node:zlib";
import compression from "compression";

/** Larger than most pages are when compressed, so that each is done in one go. */
const CHUNK_SIZE = 64 * 1024;

/**
 * For answers that are sent once. Half the processor time of the default level, for a tenth more
 * bytes of gzip and a twentieth more of Brotli. Kept pages are compressed harder.
 */
const LEVEL = 3;

/**
 * Brotli or gzip, as the browser likes. An event stream stays as it is: its events have to leave
 * one by one.
 */
export const compress = compression({
  chunkSize: CHUNK_SIZE,
  level: LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } },
  filter: (req, res) =>
    !/^text\/event-stream/i.test(String(res.getHeader("Content-Type"))) &&
    compression.filter(req, res),
});
