/** Reads the mails that were written to files because no SMTP server is configured. */
import PostalMime from "postal-mime";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { namesOfFiles, outboxDirectory } from "./transport.server";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { environment } from "~/config/env.server";

/** A mail that was written to a file. */
export interface FiledMail {
  name: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
  text: string;
}

/** @returns up to `limit` mails, newest first */
export async function readFiledMails(limit: number): Promise<FiledMail[]> {
  const newest = (await namesOfFiles()).reverse().slice(0, limit);
  return Promise.all(newest.map(readMail));
}

async function readMail(name: string): Promise<FiledMail> {
  const mail = await PostalMime.parse(await readFile(join(outboxDirectory(), name)));
  return {
    name,
    to: mail.to?.map(({ address }) => address ?? "").join(", ") ?? "",
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    text: mail.text ?? "",
  };
}

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
