import { expect, test } from "vitest";
import { MAX_FOLLOWED, type Followed } from "~/domain/following";
import * as followings from "~/models/following.server";
import { toObjectId } from "~/models/ids.server";
import { collection, useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const mara: Followed = { kind: "person", target: idOf(500) };
const thread: Followed = { kind: "thread", target: idOf(700) };
const macro: Followed = { kind: "hub", target: "macro" };

const followedBy = async (userId: string) =>
  (await followings.findFollowedAmong(userId, [mara, thread, macro]))
    .map(({ kind }) => kind)
    .sort();

test("no more than the most that can be followed are remembered as left", async () => {
  const user = toObjectId(idOf(1))!;
  const left = { user, kind: "thread", createdAt: new Date(), leftAt: new Date() };
  await collection("followings").insertMany(
    Array.from({ length: MAX_FOLLOWED }, (_, i) => ({ ...left, target: idOf(1000 + i) })),
  );
  await followings.addFollowing(idOf(1), "thread", thread.target);
  expect(await followings.removeFollowing(idOf(1), "thread", thread.target)).toBe(true);
  expect(await collection("followings").countDocuments()).toBe(MAX_FOLLOWED);
});

test("whatever else is no longer followed leaves no row", async () => {
  await followings.addFollowing(idOf(1), "person", mara.target);
  await followings.addFollowing(idOf(1), "hub", "macro");
  await followings.removeFollowing(idOf(1), "person", mara.target);
  expect(await followedBy(idOf(1))).toEqual(["hub"]);
  expect(await collection("followings").countDocuments()).toBe(1);
});

test("parallel follows of the same make one row", async () => {
  const follow = () => followings.addFollowing(idOf(1), "person", mara.target);
  await Promise.all(Array.from({ length: 20 }, follow));
  expect(await followings.countFollowers(mara.target)).toBe(1);
});

test("followers are listed in batches, once for each of the things that they follow", async () => {
  for (const number of [1, 2, 3]) await followings.addFollowing(idOf(number), "hub", "macro");
  for (const number of [2, 3, 4])
    await followings.addFollowing(idOf(number), "person", mara.target);
  const found: string[] = [];
  for (let afterId: string | null = null; ;) {
    const batch = await followings.listFollowers([mara, macro], { afterId, limit: 2 });
    found.push(...batch.map(({ userId, kind }) => `${kind} ${Number.parseInt(userId, 16)}`));
    if (batch.length < 2) break;
    afterId = batch[1]!.id;
  }
  expect(found).toEqual(["hub 1", "hub 2", "hub 3", "person 2", "person 3", "person 4"]);
  expect(await followings.listFollowers([], { limit: 2 })).toEqual([]);
});

test("followings are read along an index", async () => {
  const rows = Array.from({ length: 200 }, (_, i) => i + 1);
  await Promise.all(
    rows.flatMap((number) => [
      followings.addFollowing(idOf(number), "person", mara.target),
      followings.addFollowing(idOf(number), "hub", "macro"),
      followings.addFollowing(idOf(1), "person", idOf(1000 + number)),
    ]),
  );
  const all = await followings.listFollowers([mara, macro], { limit: 400 });
  for (const afterId of [null, all[199]!.id]) {
    const list = () => followings.listFollowers([mara, macro], { afterId, limit: 10 });
    // One more of each kind than the page has, because the lists are merged.
    await expectIndexed(list, 12);
  }
  await expectIndexed(() => followings.findFollowedAmong(idOf(1), [mara, thread, macro]), 3);
});
