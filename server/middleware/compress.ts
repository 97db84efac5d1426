import compression from "compression";

/**
 * Brotli or gzip, as the browser likes. An event stream stays as it is: its events have to leave
 * one by one.
 */
export const compress = compression({
  filter: (req, res) =>
    !/^text\/event-stream/i.test(String(res.getHeader("Content-Type"))) &&
    compression.filter(req, res),
});
