/** An SMTP server for tests, which keeps the mails that it receives. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll } from "vitest";
import { environment } from "~/config/env.server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, decoded from quoted-printable. */
  text: string;
  /** As it came, for a parser. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The error with which mails are refused, or `null` to accept them. */
  refusal: { responseCode: number; isOfRecipient?: true } | null;
  close(): Promise<void>;
}

/** Starts a server on the loopback interface. @param port of an earlier server; by default a free one */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const state: Pick<MailServer, "refusal"> = { refusal: null };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (!state.refusal?.isOfRecipient) return done();
      done(Object.assign(new Error("No such person."), state.refusal));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const refused = state.refusal && Object.assign(new Error("Refused."), state.refusal);
        if (refused) return done(refused);
        const raw = Buffer.concat(chunks).toString("utf8");
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text: decode(raw),
          raw,
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** Starts a server for all tests of a file, which then gets the site's mails: `const server = useMailServer();`. */
export function useMailServer(): () => MailServer {
  let server: MailServer | undefined;
  beforeAll(async () => {
    server = await startMailServer();
    const settings = { SMTP_URL: server.url, MAIL_FROM: "no-reply@site.example" };
    Object.assign(environment(), settings);
  });
  afterAll(() => server?.close());
  return () => {
    if (!server) throw new Error("The mail server starts before the first test, not before that.");
    return server;
  };
}
const decode = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** @returns the first link in a mail that leads to a path */
export function linkIn({ text }: Pick<ReceivedMail, "text">, path: string): string {
  const [link] = new RegExp(`https?://[^\\s"<]+${path}[\\w-]*(?:\\.[a-z]+)?`).exec(text) ?? [];
  if (!link) throw new Error(`there is no link to ${path} in:\n${text}`);
  return link;
}

/** @returns what follows the last slash of a link */
export const secretOf = (link: string): string => link.slice(link.lastIndexOf("/") + 1);
