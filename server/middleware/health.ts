import { Router, type RequestHandler } from "express";
import { sendError } from "../error-pages";

/**
 * Health checks for the operator: `/healthz` says that the process is up, `/readyz` that it can serve.
 * A process that is shutting down is up, but not ready.
 */
export function health(isReady: () => boolean): RequestHandler {
  return Router({ caseSensitive: true, strict: true })
    .get("/healthz", (_req, res) => {
      res.set("Cache-Control", "no-store").type("text").send("ok");
    })
    .get("/readyz", (_req, res) => {
      const ready = isReady();
      res
        .status(ready ? 200 : 503)
        .set("Cache-Control", "no-store")
        .type("text")
        .send(ready ? "ready" : "not ready");
    })
    .all(["/healthz", "/readyz"], (req, res) => {
      res.set("Allow", "GET, HEAD");
      sendError(req, res, 405, "This method is not used here.");
    });
}
