import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { environment } from "~/config/env.server";
import { addMail, claimDueMail } from "~/models/mail.server";
import { ensureUnsubscribeSecret, findMailSettings } from "~/models/mail-settings.server";
import { isStopped } from "~/services/mail/mail-settings.server";
import { queueMail, sendDueMails } from "~/services/mail/outbox.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { startMailServer, type MailServer } from "../../setup/mail-server";

useEnvironment({ APP_ORIGIN: "https://site.example" });
useDatabase();

const rows = () => collection("mails");
const directory = () => join(environment().DATA_DIR, "outbox");
const files = async () => (await readdir(directory())).filter((name) => name.endsWith(".eml"));
const newUserId = () => randomBytes(12).toString("hex");
const inAnHour = () => new Date(Date.now() + 3_600_000);

const queue = (to: string | null = "mara@example.org", expiresAt = inAnHour()) =>
  queueMail({
    userId: newUserId(),
    name: "Mara",
    to,
    origin: "https://site.example",
    expiresAt,
    content: {
      subject: "Über uns — a subject",
      before: ["First <b>words</b>."],
      link: { label: "Follow me", path: "/prove-email/abc?a=1&b=2" },
      after: ["Last words."],
    },
  });

let server: MailServer;
let settings: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined };
beforeEach(async () => {
  server = await startMailServer();
  settings = environment();
  settings.SMTP_URL = server.url;
  settings.MAIL_FROM = "Quorum <no-reply@site.example>";
});
afterEach(async () => {
  await server.close();
  delete settings.SMTP_URL;
  delete settings.MAIL_FROM;
});

describe("with an SMTP server", () => {
  test("a mail is sent once, as text and as HTML, and removed from the outbox", async () => {
    await queue();
    await sendDueMails();
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: "no-reply@site.example", to: ["mara@example.org"] });
    expect(mail!.text).toContain("From: Quorum <no-reply@site.example>");
    expect(mail!.text).toContain("Auto-Submitted: auto-generated");
    expect(mail!.text).toMatch(/Message-ID: <[0-9a-f]{24}@site\.example>/i);
    expect(mail!.text).toContain("Hello Mara,");
    expect(mail!.text).toContain("https://site.example/prove-email/abc?a=1&b=2");
    expect(mail!.text).toContain("First &lt;b&gt;words&lt;/b&gt;.");
    expect(await rows().countDocuments()).toBe(0);
  });

  test("each mail is claimed by one of many processes", async () => {
    for (let i = 0; i < 20; i += 1) {
      const mail = { subject: "x", text: "x", html: "x", expiresAt: inAnHour() };
      await addMail({ ...mail, userId: newUserId(), to: `a${i}@example.org` });
    }
    const until = inAnHour();
    const claims = await Promise.all(
      Array.from({ length: 40 }, () => claimDueMail(new Date(), until)),
    );
    const taken = claims.filter((claim) => claim !== null).map(({ id }) => id);
    expect([taken.length, new Set(taken).size]).toEqual([20, 20]);
  });

  test("a mail that is temporarily rejected is retried with growing delays", async () => {
    server.refusal = { responseCode: 451 };
    await queue();
    for (const minutes of [1, 5, 15, 60, 180, 180]) {
      await sendDueMails();
      const row = await rows().findOne();
      const pause = (row!.dueAt as Date).getTime() - Date.now();
      expect(Math.round(pause / 60_000)).toBe(minutes);
      await rows().updateMany({}, { $set: { dueAt: new Date() } });
    }
    server.refusal = null;
    await sendDueMails();
    expect(server.received).toHaveLength(1);
    expect(await rows().countDocuments()).toBe(0);
  });

  test("a mail that is permanently rejected is not retried, and recorded as an event", async () => {
    server.refusal = { responseCode: 550 };
    await queue();
    await sendDueMails();
    expect(await rows().countDocuments()).toBe(0);
    await storeCollectedEvents();
    const event = await collection("events").findOne({ kind: "mail-failed" });
    expect(event).toMatchObject({ details: { attempts: 1, reason: "EMESSAGE 550" } });
    expect(JSON.stringify(event)).not.toContain("mara@example.org");
  });

  test("an expired mail and one without a recipient are not sent", async () => {
    await queue("mara@example.org", new Date(Date.now() - 1));
    await queue(null);
    await sendDueMails();
    expect(server.received).toEqual([]);
    expect(await rows().countDocuments()).toBe(0);
  });

  /** Queues a mail that a link ends, as notices and digests are. */
  const queueNotice = (userId: string, key?: string, to = "mara@example.org") =>
    queueMail({
      ...{ userId, name: "Mara", to, key, origin: "https://site.example", expiresAt: inAnHour() },
      unsubscribePath: "/unsubscribe/token.answer",
      content: { subject: "Walt answered you", before: ["He did."] },
    });

  test("a notice can be ended by a mail program, and says that replies are not read", async () => {
    await queueNotice(newUserId());
    await queue();
    await sendDueMails();
    const [about, notice] = await Promise.all(
      server.received.map(({ raw }) => PostalMime.parse(raw)),
    );
    const headersOf = (mail: typeof notice) =>
      Object.fromEntries(mail!.headers.map(({ key, value }) => [key, value]));
    expect(headersOf(notice)).toMatchObject({
      "list-unsubscribe": "<https://site.example/unsubscribe/token.answer>",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(notice!.replyTo).toEqual([
      { name: "Replies are not read", address: "no-reply@site.example" },
    ]);
    // The mail about the account was written later, but does not wait for others.
    expect(about!.subject).toBe("Über uns — a subject");
    expect(about!.replyTo).toBeUndefined();
    expect(headersOf(about)).not.toHaveProperty("list-unsubscribe");
  });

  test("a mail with a key is written once, also after it was sent", async () => {
    const userId = newUserId();
    await Promise.all(Array.from({ length: 5 }, () => queueNotice(userId, "digest 1")));
    await sendDueMails();
    await queueNotice(userId, "digest 1");
    await queueNotice(userId, "digest 2");
    await sendDueMails();
    expect(server.received).toHaveLength(2);
    expect(
      await rows()
        .find({ text: { $exists: true } })
        .toArray(),
    ).toEqual([]);
  });

  test("an address that its server refuses three times in a row gets no more notices", async () => {
    const userId = newUserId();
    await ensureUnsubscribeSecret(userId);
    const isStoppedAfter = async (refusal: typeof server.refusal, to?: string) => {
      server.refusal = refusal;
      await queueNotice(userId, undefined, to);
      await sendDueMails();
      return isStopped(await findMailSettings(userId), to ?? "mara@example.org");
    };
    const [refused, failing] = [
      { responseCode: 550, isOfRecipient: true },
      { responseCode: 554 },
    ] as const;
    expect(await isStoppedAfter(refused)).toBe(false);
    expect(await isStoppedAfter(refused)).toBe(false);
    // What is not about the recipient does not count, and a mail that arrives begins anew.
    expect(await isStoppedAfter(failing)).toBe(false);
    expect(await isStoppedAfter(null)).toBe(false);
    expect(await isStoppedAfter(refused)).toBe(false);
    expect(await isStoppedAfter(refused)).toBe(false);
    expect(await isStoppedAfter(refused, "new@example.org")).toBe(false);
    expect(await isStoppedAfter(refused, "new@example.org")).toBe(false);
    expect(await isStoppedAfter(refused, "new@example.org")).toBe(true);
    expect(isStopped(await findMailSettings(userId), "mara@example.org")).toBe(false);
    await storeCollectedEvents();
    expect(await collection("events").countDocuments({ kind: "mails-stopped" })).toBe(1);
  });

  test("an address cannot add recipients", async () => {
    const to = "mara@example.org\r\nBcc: all@example.org";
    await queue(to);
    await sendDueMails();
    const recipients = server.received.flatMap((mail) => mail.to);
    expect(recipients.length).toBeLessThanOrEqual(1);
    expect(server.received.every(({ text }) => !/^Bcc:/im.test(text))).toBe(true);
  });
});

describe("without an SMTP server", () => {
  beforeEach(async () => {
    delete settings.SMTP_URL;
    await rm(directory(), { recursive: true, force: true });
  });

  test("a mail is written to a file that only its owner can read", async () => {
    await queue();
    await sendDueMails();
    const [name] = await files();
    const path = join(directory(), name!);
    expect(await readFile(path, "utf8")).toContain("https://site.example/prove-email/abc");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(directory())).mode & 0o777).toBe(0o700);
  });

  test("the newest 500 files are kept", async () => {
    await mkdir(directory(), { recursive: true });
    for (let i = 0; i < 505; i += 1) {
      await writeFile(
        join(directory(), `2020-01-01T00-00-00.000Z-${String(i).padStart(4, "0")}.eml`),
        "",
      );
    }
    await queue();
    await sendDueMails();
    const names = await files();
    expect(names).toHaveLength(500);
    expect(names.filter((name) => name.startsWith("2020"))).toHaveLength(499);
    expect(names.sort()[0]).toContain("0006");
  });
});
