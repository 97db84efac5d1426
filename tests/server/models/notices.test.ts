/** Notices as rows: how they are grouped, read, bounded, and found by indexes. */
import { Types } from "mongoose";
import { describe, expect, test } from "vitest";
import {
  countUnreadNotices,
  keepNewestNotices,
  listNotices,
  takeBackSome,
  tell,
} from "~/models/notice.server";
import { loader } from "~/routes/notices/route";
import { markRead } from "~/services/notices/notices.server";
import { call } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser } from "../../setup/people";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { load } from "../../setup/routes";

useDatabase();
needsMongoPlans();

const newId = () => new Types.ObjectId().toHexString();

/** @returns what tells that somebody has answered a text */
const answer = (subject: string, id = newId(), at = new Date()) => ({
  kind: "answer" as const,
  subject: { kind: "article" as const, id: subject },
  day: "",
  source: { id, actor: newId(), about: [id, subject], at },
});

const only = async (person: string) => {
  const { items } = await listNotices(person, { limit: 50 });
  expect(items).toHaveLength(1);
  return items[0]!;
};

describe("a notice", () => {
  test("keeps the newest twenty of what it tells, and takes none of the others again", async () => {
    const [person, subject] = [newId(), newId()];
    const ids = Array.from({ length: 23 }, newId);
    const tellAt = (second: number) =>
      tell([person], answer(subject, ids[second], new Date(1_700_000_000_000 + 1000 * second)));
    for (const second of ids.keys()) await tellAt(second);
    for (const second of [0, 1, 2, 22]) await tellAt(second);
    const { sources, isCut } = await only(person);
    expect(sources.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(isCut).toBe(true);
  });

  test("is unread again once something is added, but not if that is contained already", async () => {
    const viewer = await addUser();
    const [first, second] = [answer(newId()), newId()];
    await tell([viewer.id], first);
    expect(await markRead(viewer, new Date())).toBe(0);
    await tell([viewer.id], first);
    expect(await countUnreadNotices(viewer.id, 9)).toBe(0);
    await tell([viewer.id], answer(first.subject.id, second));
    expect(await countUnreadNotices(viewer.id, 9)).toBe(1);
  });

  test("stays unread if it came after the page that was read", async () => {
    const viewer = await addUser();
    await tell([viewer.id], answer(newId()));
    const { at } = await only(viewer.id);
    await collection("notices").updateMany({}, { $set: { at: new Date(at.getTime() - 1) } });
    await tell([viewer.id], answer(newId()));
    expect(await markRead(viewer, new Date(at.getTime() - 1))).toBe(1);
  });

  test("goes when nothing is left that it tells", async () => {
    const [person, subject] = [newId(), newId()];
    const [one, other] = [answer(subject), answer(subject)];
    await tell([person], one);
    await tell([person], other);
    await takeBackSome([one.source.id]);
    expect((await only(person)).sources).toMatchObject([{ id: other.source.id }]);
    expect(await takeBackSome([other.source.id])).toEqual([person]);
    expect(await collection("notices").countDocuments()).toBe(0);
  });
});

test("the page marks what it shows as read, unless it is fetched in advance", async () => {
  const { viewer, cookie, token } = await addSignedIn();
  const article = await addArticle({ author: viewer });
  const text = { kind: "article" as const, id: article.id };
  const telling = answer(article.id);
  await tell([viewer.id], { ...telling, source: { ...telling.source, text } });
  const prefetch = { cookie, headers: { "Sec-Purpose": "prefetch" } };
  expect(await load(loader, "/notices", prefetch)).toMatchObject({ notices: [{ readAt: null }] });
  expect(await load(loader, "/notices", { cookie })).toMatchObject({ notices: [{ readAt: null }] });
  expect(await load(loader, "/notices?unread=true", { cookie })).toMatchObject({ notices: [] });
  const answered = await call("/api/notices/read", { token, body: { until: "2030-01-01" } });
  expect(answered.status).toBe(400);
  const until = new Date().toISOString();
  const read = await call("/api/notices/read", { token, body: { until } });
  expect(await read.json()).toEqual({ unread: 0 });
});

test("only the newest are kept", async () => {
  const person = newId();
  for (let i = 0; i < 5; i += 1) await tell([person], answer(newId()));
  const all = await collection("notices").find({}).sort({ _id: 1 }).toArray();
  for (const [i, { _id }] of all.entries()) {
    await collection("notices").updateOne({ _id }, { $set: { at: new Date(1e12 + i) } });
  }
  await keepNewestNotices(person, 2);
  const left = await collection("notices").find({}).sort({ _id: 1 }).toArray();
  expect(left.map(({ _id }) => String(_id))).toEqual(all.slice(3).map(({ _id }) => String(_id)));
});

test("every read is served by an index", async () => {
  const people = Array.from({ length: 30 }, newId);
  const telling = answer(newId());
  await tell(people, telling);
  for (let i = 0; i < 30; i += 1) await tell([people[0]!], answer(newId()));
  const limit = 10;
  await expectIndexed(() => listNotices(people[0]!, { limit }), limit + 1);
  await expectIndexed(() => listNotices(people[0]!, { limit, isUnread: true }), limit + 1);
  await expectIndexed(() => tell(people.slice(0, 5), telling), 5);
  await expectIndexed(() => takeBackSome([telling.source.id]), people.length);
});
