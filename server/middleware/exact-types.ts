import type { RequestHandler, Response } from "express";

/** C2SP tlog-witness asks for this type, and for no parameter. */
const SIZE_TYPE = "text/x.tlog.size";

/** Removes the charset that Express adds to every type of text from the one that must not have it. */
export const exactTypes: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = ((...head: unknown[]) => {
    const isSize = String(res.getHeader("Content-Type")).startsWith(SIZE_TYPE);
    if (isSize && !res.headersSent) res.setHeader("Content-Type", SIZE_TYPE);
    return writeHead(...head);
  }) as typeof res.writeHead;
  next();
};
