/** The mails that the site sends during the tests of one file. */
import { beforeEach } from "vitest";
import { sendDueMails } from "~/services/mail/outbox.server";
import { linkIn, secretOf, useMailServer } from "./mail-server";

/** Starts a mail server for all tests of the file; each test finds the inbox empty. */
export function useInbox() {
  const server = useMailServer();
  const all = async () => {
    await sendDueMails();
    return server().received;
  };
  const to = async (email: string) => (await all()).filter((mail) => mail.to[0] === email);
  const empty = async () => void (await all()).splice(0);
  beforeEach(empty);
  return {
    all,
    to,
    empty,
    newest: async () => (await all()).at(-1)!,
    /** @returns the subjects of the mails, optionally of those to one address */
    subjects: async (email?: string) =>
      (await (email ? to(email) : all())).map(({ text }) => /^Subject: (.*?)\r?$/m.exec(text)![1]!),
    /** @returns the secret of the link in the newest mail to an address that has a link to the path */
    secret: async (email: string, path: string) =>
      secretOf(
        linkIn(
          (await to(email)).findLast(({ text }) => text.includes(path))!,
          path,
        ),
      ),
  };
}
