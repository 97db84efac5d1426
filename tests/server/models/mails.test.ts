/** Query plans of what is read for mails, of which there can be many. */
import { expect, test } from "vitest";
import * as applications from "~/models/membership-application.server";
import * as mails from "~/models/mail.server";
import * as settings from "~/models/mail-settings.server";
import * as notices from "~/models/notice.server";
import { collection, useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { atMinute, idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const numbers = Array.from({ length: 60 }, (_, i) => i + 1);
const people = numbers.map(idOf);
const DIGEST = { frequency: "daily", hour: 8, weekday: 1, timeZone: "UTC" } as const;

test("digests that are due are found without the others", async () => {
  for (const number of numbers) {
    const due = number <= 50 ? atMinute(number) : null;
    const digest = due ? DIGEST : { ...DIGEST, frequency: "never" as const };
    await settings.setMailSettings(idOf(number), {}, digest, due);
  }
  const due = { nextDigestAt: { $lte: atMinute(5) } };
  const claim = () =>
    collection("mail-settings")
      .find(due, { sort: { nextDigestAt: 1 }, limit: 1 })
      .toArray();
  await expectIndexed(claim, 1);
  expect((await settings.claimDueDigest(atMinute(5), atMinute(100)))!.userId).toBe(idOf(1));
  await expectIndexed(() => settings.findMailSettingsOf(people.slice(0, 7)), 7);
  await expectIndexed(() => settings.findByUnsubscribeSecret("x".repeat(32)), 0);
});

test("mails about accounts come first, and empty rows are not looked at", async () => {
  for (const number of numbers) {
    const mail = { userId: idOf(number), to: "a@example.org", subject: "x", text: "x", html: "x" };
    const isNotice = number % 10 > 0;
    await mails.addMail({
      ...mail,
      expiresAt: new Date(Date.now() + 60_000),
      ...(isNotice && { key: `${number}`, unsubscribeUrl: "https://site.example/x" }),
    });
  }
  const claims: mails.ClaimedMail[] = [];
  const later = new Date(Date.now() + 600_000);
  for (let i = 0; i < 7; i += 1) claims.push((await mails.claimDueMail(new Date(), later))!);
  expect(claims.map(({ unsubscribeUrl }) => unsubscribeUrl === null)).toEqual([
    ...Array.from({ length: 6 }, () => true),
    false,
  ]);
  for (const { id, key } of claims) await mails.removeMail({ id, key });
  const rows = collection("mails");
  const sort = { dueAt: 1 } as const;
  const due = { dueAt: { $lte: new Date() } };
  await expectIndexed(() => rows.find(due, { sort, limit: 1 }).toArray(), 1);
  const ofAccounts = { unsubscribeUrl: null, ...due };
  await expectIndexed(() => rows.find(ofAccounts, { sort, limit: 1 }).toArray(), 0);
});

test("what a digest and a notice by mail are made of uses an index", async () => {
  const telling = (number: number): notices.Telling => ({
    kind: "thread",
    subject: { kind: "article", id: idOf(number) },
    day: "",
    source: { id: idOf(number), about: [], at: atMinute(number) },
  });
  for (const number of numbers) await notices.tell(people.slice(0, 3), telling(number));
  await expectIndexed(() => notices.listUnreadNotices(idOf(1), new Date(0), 10), 10);
  await expectIndexed(() => notices.findUnreadTellings(people.slice(0, 2), telling(5)), 2);
  for (const number of numbers) {
    await applications.createApplication({
      ...{ userId: idOf(number), name: "Ada", statement: "x", needed: 1 },
      ...{ openedAt: atMinute(number), closesAt: new Date(Date.now() + 60_000) },
    });
  }
  const period = { since: atMinute(50), until: atMinute(60) };
  await expectIndexed(() => applications.listToVoteOn(idOf(1), period, 20), 10);
});
