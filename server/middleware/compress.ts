import compression from "compression";

/** Larger than most pages are when compressed, so that each is done in one go. */
const CHUNK_SIZE = 64 * 1024;

/**
 * Brotli or gzip, as the browser likes. An event stream stays as it is: its events have to leave
 * one by one.
 */
export const compress = compression({
  chunkSize: CHUNK_SIZE,
  filter: (req, res) =>
    !/^text\/event-stream/i.test(String(res.getHeader("Content-Type"))) &&
    compression.filter(req, res),
});
