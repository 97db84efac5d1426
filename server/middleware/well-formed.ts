import type { RequestHandler } from "express";
import { isApi, refuse } from "../answers";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Turns away what no route could make sense of, before it can become an error further in. */
export const wellFormed: RequestHandler = (req, res, next) => {
  if (!METHODS.includes(req.method)) {
    res.set("Allow", METHODS.join(", "));
    return refuse(req, res, 405, "This method is not used here.");
  }
  if (!readable(req.originalUrl)) {
    return refuse(req, res, 400, "This address cannot be read.");
  }
  // What may be done to a page; the API's routes say it for themselves.
  if (req.method === "OPTIONS" && !isApi(req)) {
    res.set("Allow", "GET, HEAD, POST, OPTIONS").status(204).end();
    return;
  }
  next();
};

/** A path of this site with sound percent-encoding; a null byte has no place in any part of it. */
function readable(target: string): boolean {
  const [path = ""] = target.split("?", 1);
  try {
    return path.startsWith("/") && !/\0|%00/.test(target) && decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
