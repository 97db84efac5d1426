/** Notices while several people write at once and two processes tell of it, one of which may be killed. */
import { describe, expect, test } from "vitest";
import { addFollowing } from "~/models/following.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { collection } from "../../setup/database";
import { addUser, someArticle } from "../../setup/people";
import { useSharedDatabase } from "../../setup/second-process";

const database = useSharedDatabase({});

const WRITERS = 8;
const FOLLOWERS = 12;

const many = (count: number) => Promise.all(Array.from({ length: count }, () => addUser()));

/** An article with people who follow its discussion, and others who comment on it at once. */
async function setTheScene() {
  const author = await addUser();
  const article = await postArticle(author, someArticle());
  const followers = await many(FOLLOWERS);
  for (const { id } of followers) await addFollowing(id, "thread", article.id);
  const writers = await many(WRITERS);
  const write = () =>
    Promise.all(
      writers.map((writer) => commentOnArticle(writer, article.id, { content: "At once." })),
    );
  const receivers = [author, ...followers].map(({ id }) => id);
  return { writers, write, receivers };
}

/** @returns the ids of what each notice tells, by whom it is for */
async function toldTo(): Promise<Map<string, string[]>> {
  const rows = await collection("notices").find({}).toArray();
  return new Map(
    rows.map(({ person, sources }) => [
      String(person),
      (sources as { id: string }[]).map(({ id }) => id).sort(),
    ]),
  );
}

const makeAllDue = () =>
  collection("announcements").updateMany({}, { $set: { dueAt: new Date(0) } });

describe("with two processes", () => {
  test("each of several comments is told once to everybody, and all of it is taken back", async () => {
    const { writers, write, receivers } = await setTheScene();
    const other = await database.start();
    const [comments] = await Promise.all([
      write(),
      other.ask({ act: "tell" }),
      announcementQueue.doAll(),
    ]);
    await Promise.all([other.ask({ act: "tell" }), announcementQueue.doAll()]);
    expect(await collection("announcements").countDocuments()).toBe(0);
    const told = await toldTo();
    const ids = comments.map(({ id }) => id).sort();
    expect(await collection("notices").countDocuments()).toBe(receivers.length);
    for (const id of receivers) expect(told.get(id)).toEqual(ids);
    await Promise.all(comments.map(({ id }, i) => removeOwnComment(writers[i]!, id)));
    await Promise.all([other.ask({ act: "tell" }), announcementQueue.doAll()]);
    expect(await collection("notices").countDocuments()).toBe(0);
  });

  test("a comment that is removed while people are being told of it leaves no notice", async () => {
    const { writers, write } = await setTheScene();
    const comments = await write();
    const other = await database.start();
    await Promise.all([
      other.ask({ act: "tell" }),
      announcementQueue.doAll(),
      ...comments.map(({ id }, i) => removeOwnComment(writers[i]!, id)),
    ]);
    await Promise.all([other.ask({ act: "tell" }), announcementQueue.doAll()]);
    await makeAllDue();
    await announcementQueue.doAll();
    expect(await collection("notices").countDocuments()).toBe(0);
  });

  test("what a killed process has left is told, and nothing of it twice", async () => {
    const { write, receivers } = await setTheScene();
    const comments = await write();
    const other = await database.start();
    const telling = other.ask({ act: "tell" }).catch(() => "killed");
    await expect.poll(() => collection("notices").countDocuments()).toBeGreaterThan(0);
    await other.kill();
    await telling;
    await makeAllDue();
    await announcementQueue.doAll();
    const told = await toldTo();
    const ids = comments.map(({ id }) => id).sort();
    expect(await collection("notices").countDocuments()).toBe(receivers.length);
    for (const id of receivers) expect(told.get(id)).toEqual(ids);
  });
});
