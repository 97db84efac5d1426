/** The secret that opens the page with the mails of a demonstration or development site. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { environment } from "~/config/env.server";

/** The server sets the variable for all of its processes; without it, nothing opens the page. */
const key = process.env.OUTBOX_KEY || randomBytes(32).toString("base64url");

/** @returns the path and query of the page; `null` if the site has none, because its mails are sent or nobody's to see */
export function outboxPath(): string | null {
  const { DEMO, NODE_ENV, SMTP_URL } = environment();
  const hasOutbox = (DEMO || NODE_ENV === "development") && !SMTP_URL;
  return hasOutbox ? `/dev/outbox?key=${key}` : null;
}

/** @returns whether there is such a page and a key opens it */
export const opensOutbox = (given: string): boolean =>
  outboxPath() !== null && timingSafeEqual(digest(given), digest(key));

const digest = (text: string) => createHash("sha256").update(text).digest();
