import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import * as notices from "~/models/notice.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeArticle } from "~/services/articles/removal.server";
import { unsubscribe } from "~/services/mail/mail-settings.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { markRead } from "~/services/notices/notices.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { useInbox } from "../../setup/inbox";
import { addUser, someArticle } from "../../setup/people";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();
const inbox = useInbox();
afterEach(() => void vi.restoreAllMocks());

let author: Viewer;
let ada: Viewer;
let article: { id: string };
beforeEach(async () => {
  [author, ada] = [await addUser({ name: "Mara" }), await addUser({ name: "Ada" })];
  article = await postArticle(author, someArticle({ title: "Rates at evil.example" }));
  await announcementQueue.doAll();
  await inbox.empty();
});

const answer = (by = ada, content = "Good.") => commentOnArticle(by, article.id, { content });
const mailsToAuthor = async () => {
  await announcementQueue.doAll();
  return inbox.to(author.email);
};

test("an answer is mailed at once, in words, with a link to it and one that ends such mails", async () => {
  const { id } = await answer(ada, "See https://evil.example/x\n\nand **say**.");
  const [mail, ...others] = await mailsToAuthor();
  expect(others).toEqual([]);
  const { subject, text, headers, replyTo } = await PostalMime.parse(mail!.raw);
  expect(subject).toBe("Ada answered your article “Rates at evil. example”");
  expect(text).toContain(`https://site.example/article/${article.id}?comment=${id}#comment-${id}`);
  expect(text).toContain(
    "by your settings for “Answers to what I wrote”. Replies to it are not read.",
  );
  expect(text).toContain("“See https : //evil. example/x and **say**.”");
  expect(replyTo![0]!.name).toBe("Replies are not read");
  const link = headers.find(({ key }) => key === "list-unsubscribe")!.value;
  const [, token = ""] = /^<https:\/\/site\.example\/unsubscribe\/(.*)>$/.exec(link)!;
  await unsubscribe(token);
  await markRead(author, new Date());
  await answer();
  expect(await mailsToAuthor()).toHaveLength(1);
});

test("somebody who has not confirmed an address is not quoted", async () => {
  await answer(await addUser({ name: "Eve", hasUnprovenEmail: true }), "Buy this now.");
  const [mail] = await mailsToAuthor();
  const { text } = await PostalMime.parse(mail!.raw);
  expect(text).toContain("Eve answered your article");
  expect(text).not.toContain("Buy this");
});

test("after a mail about a subject none follows until the notice was read", async () => {
  await answer();
  expect(await mailsToAuthor()).toHaveLength(1);
  await answer(await addUser({ name: "Walt" }));
  expect(await mailsToAuthor()).toHaveLength(1);
  await markRead(author, new Date());
  await answer(await addUser({ name: "Nils" }));
  expect(await mailsToAuthor()).toHaveLength(2);
  // What was read or mailed before is not told again.
  const { subject } = await PostalMime.parse((await inbox.newest()).raw);
  expect(subject).toBe("Nils answered your article “Rates at evil. example”");
});

test("nothing is mailed to an address that is not confirmed, nor about what is gone or read", async () => {
  const { id } = await answer();
  await removeOwnComment(ada, id);
  expect(await mailsToAuthor()).toEqual([]);
  await collection("users").updateOne(
    { email: author.email },
    { $set: { hasUnprovenEmail: true } },
  );
  await answer();
  expect(await mailsToAuthor()).toEqual([]);
});

test.each<[string, (answerId: string) => Promise<unknown>]>([
  ["the answer was removed", (id) => removeOwnComment(ada, id)],
  ["the article was removed", () => removeArticle(article.id)],
  ["who answered has deleted their account", () => deleteAccount(ada.email)],
])("a mail that waits is not sent if meanwhile %s", async (_what, remove) => {
  const { id } = await answer();
  await announcementQueue.doAll();
  await remove(id);
  expect(await mailsToAuthor()).toEqual([]);
});

test("a mail that waits is not sent if an edit takes the name of its reader out", async () => {
  const other = await postArticle(ada, someArticle({ summary: "Ask @Mara." }));
  await announcementQueue.doAll();
  await editArticle(ada, other.id, { summary: "Ask nobody." });
  expect(await mailsToAuthor()).toEqual([]);
});

test("a batch that is told again after a crash mails nobody twice, and loses no mail", async () => {
  await answer();
  vi.spyOn(notices, "markNoticeMailed").mockRejectedValueOnce(new Error("killed"));
  await expect(announcementQueue.doAll()).rejects.toThrow("killed");
  await collection("announcements").updateMany({}, { $set: { dueAt: new Date() } });
  expect(await mailsToAuthor()).toHaveLength(1);
  await answer(await addUser());
  expect(await mailsToAuthor()).toHaveLength(1);
});

test("more mails than the limit of an hour are not sent, and the last one says so", async () => {
  for (let i = 0; i < 12; i += 1) {
    article = await postArticle(author, someArticle());
    await answer();
  }
  const mails = await mailsToAuthor();
  expect(mails).toHaveLength(10);
  const last = mails.filter(({ text }) => text.includes("page of notices only"));
  expect(last).toEqual([mails.at(-1)]);
});
