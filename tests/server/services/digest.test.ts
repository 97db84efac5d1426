/** Digests: what they say, when they are due, and that nothing is told twice or lost. */
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { addBlock } from "~/models/block.server";
import { addFollowing } from "~/models/following.server";
import * as mails from "~/models/mail.server";
import * as settings from "~/models/mail-settings.server";
import { setMember } from "~/models/user.server";
import { mailSettingsInput } from "~/schemas/mail-settings";
import { noticeKindNames, noticeRules } from "~/domain/notices";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { hideText } from "~/services/articles/hide.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { makeDueDigests } from "~/services/digest/digest.server";
import { changeMailSettings } from "~/services/mail/mail-settings.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { markRead } from "~/services/notices/notices.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { useInbox } from "../../setup/inbox";
import { addArticle, addUser, someArticle, upvoteArticle } from "../../setup/people";
import { addMomentum } from "../../setup/recommendations";

useEnvironment({ APP_ORIGIN: "https://site.example" });
useDatabase();
const inbox = useInbox();
afterEach(() => void vi.restoreAllMocks().useRealTimers());

const STATEMENT = "I read prospectuses for a living and would review tokenomics with patience.";
let reader: Viewer;
let walt: Viewer;

/** A Saturday. The digest of the next morning is due an hour earlier in UTC, because clocks are set forward. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-28T12:00Z") });
  [reader, walt] = [await addUser({ name: "Mara" }), await addUser({ name: "Walt" })];
  await addFollowing(reader.id, "person", walt.id);
  await choose({});
  vi.setSystemTime(new Date("2026-03-28T13:00Z"));
});

const defaults = Object.fromEntries(
  noticeKindNames.map((kind) => [kind, noticeRules(kind).delivery]),
);
const choose = (fields: object) =>
  changeMailSettings(
    reader,
    mailSettingsInput.parse({
      ...defaults,
      ...{ frequency: "daily", hour: "8", weekday: "1", timeZone: "Europe/Berlin" },
      ...fields,
    }),
  );

/** Makes the digests that are due at a time. @returns the mails that came from it */
async function digestsAt(time: string) {
  await announcementQueue.doAll();
  await inbox.empty();
  vi.setSystemTime(new Date(time));
  await makeDueDigests();
  return Promise.all((await inbox.all()).map(({ raw }) => PostalMime.parse(raw)));
}
const titlesIn = (found: readonly { text?: string }[]) =>
  found.flatMap(({ text = "" }) => [...text.matchAll(/^\* (.*)$/gm)].map(([, title]) => title));

describe("a digest", () => {
  test("reads well as text, has the same as HTML, and can be ended by a mail program", async () => {
    await setMember(reader.id, true);
    const own = await postArticle(reader, someArticle({ title: "Rates" }));
    await postArticle(walt, someArticle({ title: "A quiet week, see evil.example" }));
    const strong = await postArticle(walt, someArticle({ title: "שוק ההון" }));
    await upvoteArticle(await addUser(), strong.id);
    await commentOnArticle(walt, strong.id, { content: "More on this soon." });
    await choose({ answer: "digest" });
    await commentOnArticle(walt, own.id, { content: "Good." });
    await applyForMembership(await addUser({ name: "Ida" }), { statement: STATEMENT });
    await addMomentum(new Date());

    const [digest, ...others] = await digestsAt("2026-03-29T06:11Z");
    expect(others).toEqual([]);
    expect(digest!.subject).toBe(
      "1 answer, 2 new articles, 1 open vote, 1 new recommendation — Quorum",
    );
    const secret = /unsubscribe\/([\w-]{32})\.digest/.exec(digest!.text!)![1]!;
    const text = digest!.text!.replaceAll(secret, "SECRET").replaceAll(/[0-9a-f]{24}/g, "ID");
    expect(text.slice(0, text.indexOf("The newest signed head"))).toBe(`Hello Mara,

This is new since your last digest.

Answers
-------

* Walt answered your article “Rates”
  https://site.example/article/ID?comment=ID#comment-ID

New where you follow
--------------------

* \u2068שוק ההון\u2069
  an article by Walt, 1 upvote, 1 comment
  https://site.example/article/ID

* A quiet week, see evil. example
  an article by Walt
  https://site.example/article/ID

Open votes
----------

* Ida applied for membership
  The vote ends on Sat, 11 Apr 2026.
  https://site.example/partner

Recommendations of the week (not investment advice)
---------------------------------------------------

* Momentum: SOL 30%, BTC 20%, USDT 50%
  https://site.example/momentum/ID

-- 
Quorum
https://site.example

You get this digest because you asked for it in your settings. Replies to it are not read.

No more mails of this kind:
https://site.example/unsubscribe/SECRET.digest

Choose what is mailed to you:
https://site.example/settings/notifications

`);
    expect(text).toMatch(
      /\nsite\.example\/ledger\n2\n[\w+/=]{44}\n\n— site\.example\/ledger [\w+/=]+\n*$/,
    );
    const links = [...digest!.text!.matchAll(/https:\S+/g)].map(([link]) => link);
    for (const link of links)
      expect(digest!.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    const headers = Object.fromEntries(digest!.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      "list-unsubscribe": `<https://site.example/unsubscribe/${secret}.digest>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
  });

  test("is not sent when there is nothing, and the next one is due the next day", async () => {
    await addMomentum(new Date());
    expect(await digestsAt("2026-03-29T06:11Z")).toEqual([]);
    const { nextDigestAt, digestDueAt } = (await settings.findMailSettings(reader.id))!;
    expect(nextDigestAt!.toISOString()).toContain("2026-03-30T06:0");
    expect(digestDueAt).toBeNull();
  });

  test("of a week is sent for a new recommendation alone", async () => {
    await choose({ frequency: "weekly" });
    await addMomentum(new Date());
    expect(await digestsAt("2026-03-29T06:11Z")).toEqual([]);
    const [digest] = await digestsAt("2026-03-30T06:11Z");
    expect(digest!.subject).toBe("1 new recommendation — Quorum");
    expect(await digestsAt("2026-04-06T06:11Z")).toEqual([]);
  });

  test("says nothing of texts that moderators have hidden, before or after readers were told of them", async () => {
    await choose({ answer: "digest", named: "digest" });
    const own = await postArticle(reader, someArticle({ title: "Rates" }));
    const names = { title: "Quernstone", content: "See @Mara" };
    const hidden: Parameters<typeof hideText>[0][] = [];
    for (const isTold of [true, false]) {
      const comment = await commentOnArticle(walt, own.id, { content: "Sackbut" });
      hidden.push({ kind: "comment", id: comment.id });
      hidden.push({ kind: "article", id: (await postArticle(walt, someArticle(names))).id });
      if (isTold) await announcementQueue.doAll();
    }
    for (const text of hidden) {
      await hideText(text, { id: "1".padStart(24, "0"), reason: "spam", rule: 1 });
    }
    await postArticle(walt, someArticle({ title: "Left" }));
    const [digest] = await digestsAt("2026-03-29T06:11Z");
    expect(titlesIn([digest!])).toEqual(["Left"]);
    expect(JSON.stringify(digest)).not.toMatch(/Quernstone|Sackbut|answer|named/);
  });

  test("tells nothing that was told before, read, mailed at once, is gone or by the blocked", async () => {
    await postArticle(walt, someArticle({ title: "First" }));
    expect(titlesIn(await digestsAt("2026-03-29T06:11Z"))).toEqual(["First"]);
    await postArticle(walt, someArticle({ title: "Second" }));
    const removed = await postArticle(walt, someArticle({ title: "Third" }));
    await removeOwnArticle(walt, removed.id);
    expect(titlesIn(await digestsAt("2026-03-30T06:11Z"))).toEqual(["Second"]);
    await postArticle(walt, someArticle({ title: "Fourth" }));
    await announcementQueue.doAll();
    vi.setSystemTime(new Date("2026-03-30T12:00Z"));
    await markRead(reader, new Date());
    await choose({ person: "at-once" });
    await postArticle(walt, someArticle({ title: "Fifth" }));
    expect(await digestsAt("2026-03-31T06:11Z")).toEqual([]);
    await choose({ person: "never" });
    await postArticle(walt, someArticle({ title: "Sixth" }));
    expect(await digestsAt("2026-04-01T06:11Z")).toEqual([]);
    await choose({});
    await postArticle(walt, someArticle({ title: "Seventh" }));
    await announcementQueue.doAll();
    await addBlock(reader.id, walt.id);
    expect(await digestsAt("2026-04-02T06:11Z")).toEqual([]);
  });

  test("tells of open votes those that the reader can cast", async () => {
    await setMember(reader.id, true);
    const member = { ...reader, isMember: true };
    const [ida, nils] = [await addUser({ name: "Ida" }), await addUser({ name: "Nils" })];
    await applyForMembership(ida, { statement: STATEMENT });
    const { id } = await applyForMembership(nils, { statement: STATEMENT });
    await voteOnApplication(member, id, false);
    expect(titlesIn(await digestsAt("2026-03-29T06:11Z"))).toEqual(["Ida applied for membership"]);
    expect(await digestsAt("2026-03-30T06:11Z")).toEqual([]);
    await setMember(reader.id, false);
    await applyForMembership(await addUser({ name: "Jo" }), { statement: STATEMENT });
    expect(await digestsAt("2026-03-31T06:11Z")).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["has not confirmed the address", () => setField("users", { hasUnprovenEmail: true })],
    ["refuses mails", refuse],
    ["belongs to the sample community", () => settings.markAsSample(reader.id)],
    ["has called it off", () => choose({ frequency: "never" })],
  ])("is not sent to somebody who %s", async (_what, change) => {
    await postArticle(walt, someArticle());
    await change();
    expect(await digestsAt("2026-03-29T06:11Z")).toEqual([]);
  });

  test("shows the strongest ten texts, and says how many more there are", async () => {
    for (let i = 0; i < 14; i += 1) await postArticle(walt, someArticle({ title: `Number ${i}` }));
    const [digest] = await digestsAt("2026-03-29T06:11Z");
    expect(digest!.subject).toBe("14 new articles — Quorum");
    expect(titlesIn([digest!])).toHaveLength(10);
    expect(digest!.text).toContain("And 4 more:\nhttps://site.example/following");
  });
});

describe("a process that ends while it makes a digest", () => {
  const crash = (): never => {
    throw new Error("the process was killed");
  };

  test.each<[string, () => unknown]>([
    ["before the mail is written", () => vi.spyOn(mails, "addMail").mockImplementationOnce(crash)],
    [
      "after the mail was written",
      () => vi.spyOn(settings, "finishDigest").mockImplementationOnce(crash),
    ],
  ])("%s leaves it to another one, which sends it once", async (_when, prepare) => {
    await postArticle(walt, someArticle({ title: "Once" }));
    await announcementQueue.doAll();
    await inbox.empty();
    vi.setSystemTime(new Date("2026-03-29T06:11Z"));
    prepare();
    await expect(makeDueDigests()).rejects.toThrow("the process was killed");
    const before = (await inbox.all()).length;
    // What happens meanwhile is told by the next digest.
    await postArticle(walt, someArticle({ title: "Meanwhile" }));
    await announcementQueue.doAll();
    await makeDueDigests();
    expect(await inbox.all()).toHaveLength(before);
    vi.setSystemTime(new Date("2026-03-29T06:22Z"));
    await makeDueDigests();
    const digests = await Promise.all((await inbox.all()).map(({ raw }) => PostalMime.parse(raw)));
    expect(titlesIn(digests)).toEqual(["Once"]);
    expect(titlesIn(await digestsAt("2026-03-30T06:11Z"))).toEqual(["Meanwhile"]);
    expect(await digestsAt("2026-03-31T06:11Z")).toEqual([]);
  });
});

test("settings that change while a digest is made decide about the next one", async () => {
  await addArticle({ author: walt });
  const find = settings.findMailSettings;
  vi.spyOn(settings, "findMailSettings").mockImplementationOnce(async (id) => {
    const found = await find(id);
    await choose({ hour: "20" });
    return found;
  });
  await digestsAt("2026-03-29T06:11Z");
  const { nextDigestAt } = (await find(reader.id))!;
  expect(nextDigestAt!.toISOString()).toContain("2026-03-29T18:0");
});

const setField = (name: string, fields: object) =>
  collection(name).updateOne({ email: reader.email }, { $set: fields });

async function refuse() {
  for (let i = 0; i < 3; i += 1) await settings.countRefusal(reader.id, reader.email);
}
