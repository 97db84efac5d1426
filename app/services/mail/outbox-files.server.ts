/** Reads the mails that were written to files because no SMTP server is configured. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { namesOfFiles, outboxDirectory } from "./transport.server";

/** A mail that was written to a file. */
export interface FiledMail {
  /** The name of the file. */
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
