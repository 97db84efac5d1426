/** Delivers mails to the configured SMTP server, or to files that the operator can read. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { millisecondsInMinute } from "date-fns/constants";
import { createTransport, type SendMailOptions } from "nodemailer";
import PostalMime from "postal-mime";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import type { ClaimedMail } from "~/models/mail.server";

const TIMEOUT_MS = 30_000;
/** The longest time that sending one mail can take: connecting, greeting and each response have their own timeout. */
export const SENDING_MS = 10 * millisecondsInMinute;
/** The number of newest files that are kept, so that sign-ups do not fill the disk. */
const FILES_KEPT = 500;

export const outboxDirectory = () => join(environment().DATA_DIR, "outbox");

/**
 * Hands a mail to the SMTP server, or writes it to a file.
 * @throws the SMTP server's refusal, with its `responseCode`, or the connection error
 */
export async function deliver(mail: ClaimedMail & { to: string }): Promise<void> {
  const { SMTP_URL } = environment();
  if (!SMTP_URL) return writeToFile(mail);
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail(messageOf(mail));
  } finally {
    transport.close();
  }
}

function messageOf(mail: ClaimedMail & { to: string }) {
  const { id, to, subject, text, html, createdAt, unsubscribeUrl } = mail;
  const { MAIL_FROM } = environment();
  const from = MAIL_FROM ?? { name: site.name, address: "outbox@localhost" };
  const domain = /@([\w.-]+)>?$/.exec(MAIL_FROM ?? "")?.[1] ?? "localhost";
  return {
    // An object, because a string with commas would be parsed as several addresses.
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    date: createdAt,
    // The same for each attempt, so that mail programs can recognise a duplicate.
    messageId: `<${id}@${domain}>`,
    // Prevents automatic replies (RFC 3834).
    headers: {
      "Auto-Submitted": "auto-generated",
      // A mail program sends a POST to the address when its user asks for no more of these (RFC 8058).
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...(unsubscribeUrl && {
      replyTo: { name: "Replies are not read", address: `no-reply@${domain}` },
    }),
  } satisfies SendMailOptions;
}

async function writeToFile(mail: ClaimedMail & { to: string }): Promise<void> {
  const directory = outboxDirectory();
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await composer.sendMail(messageOf(mail));
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const time = mail.createdAt.toISOString().replaceAll(":", "-");
  const name = `${time}-${mail.userId}-${mail.id}.eml`;
  await writeFile(join(directory, name), message as Buffer, { mode: 0o600 });
  const names = await namesOfFiles();
  await removeFiles(names.slice(0, Math.max(0, names.length - FILES_KEPT)));
}

/** Returns the names of the files, oldest first: they begin with the date of the mail. */
export async function namesOfFiles(): Promise<string[]> {
  const names = await readdir(outboxDirectory()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".eml")).sort();
}

/** Removes the files of the mails to an account. */
export async function removeFilesTo(userId: string): Promise<void> {
  const names = await namesOfFiles();
  await removeFiles(names.filter((name) => name.includes(`-${userId}-`)));
}

const removeFiles = (names: readonly string[]) =>
  Promise.all(names.map((name) => rm(join(outboxDirectory(), name), { force: true })));

/** @returns up to `limit` mails, newest first */
export async function readFiledMails(limit: number) {
  const newest = (await namesOfFiles()).reverse().slice(0, limit);
  return Promise.all(newest.map(readMail));
}

async function readMail(name: string) {
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
