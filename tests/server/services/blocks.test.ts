import { beforeEach, describe, expect, test } from "vitest";
import * as blocks from "~/models/block.server";
import { isFollowing } from "~/models/following.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import {
  blockedNames,
  blockPerson,
  listBlocked,
  unblockPerson,
} from "~/services/blocks/blocks.server";
import { follow } from "~/services/following/following.server";
import { collection, useDatabase } from "../../setup/database";
import { outcomeOf } from "../../setup/outcomes";
import { addSignedIn, addUser, type SignedIn } from "../../setup/people";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { idOf } from "../../setup/rows";

useDatabase();

let mara: SignedIn;
let ida: SignedIn;
beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  ida = await addSignedIn({ name: "Ida" });
});

const names = async () => (await listBlocked(mara.viewer)).map(({ name }) => name);

test("a person is blocked once, no longer followed, and unblocked", async () => {
  await follow(mara.viewer, { kind: "person", id: "Ida" });
  await addUser({ name: "Al" });
  for (const name of ["ida", "Ida", "Al"]) await blockPerson(mara.viewer, name);
  expect(await names()).toEqual(["Al", "Ida"]);
  expect(await blockedNames(mara.viewer)).toEqual(["Al", "Ida"]);
  expect(await blockedNames(ida.viewer)).toEqual([]);
  expect(await isFollowing(mara.viewer.id, "person", ida.viewer.id)).toBe(false);
  await unblockPerson(mara.viewer, "IDA");
  await unblockPerson(mara.viewer, "Ida");
  expect(await names()).toEqual(["Al"]);
});

test("who of many blocks a person is found, and who is blocked", async () => {
  await blockPerson(mara.viewer, "Ida");
  const [one, other] = [mara.viewer.id, ida.viewer.id];
  expect(await blocks.findBlockersOf(other, [one, other, "no id"])).toEqual(new Set([one]));
  expect(await blocks.findBlockersOf(one, [one, other])).toEqual(new Set());
  expect(await blocks.findBlockersOf(other, [])).toEqual(new Set());
  expect(await blocks.findBlockedBy(one)).toEqual(new Set([other]));
});

test("nobody blocks more than a thousand people, nor oneself, nor nobody", async () => {
  const user = (await collection("users").findOne({ name: "Mara" }))!._id;
  const createdAt = new Date();
  await collection("blocks").insertMany(
    Array.from({ length: blocks.MAX_BLOCKS }, (_, i) => ({ user, blocked: i, createdAt })),
  );
  expect(await outcomeOf(blockPerson(mara.viewer, "Ida"))).toBe("conflict");
  expect(await collection("blocks").countDocuments({ user })).toBe(blocks.MAX_BLOCKS);
  expect(await outcomeOf(blockPerson(mara.viewer, "mara"))).toBe("forbidden");
  expect(await outcomeOf(blockPerson(mara.viewer, "Nobody"))).toBe("notFound");
  expect(await outcomeOf(blockPerson(null, "Ida"))).toBe("unauthenticated");
});

test("deleting either account ends a block", async () => {
  const otto = await addUser({ name: "Otto" });
  await blockPerson(mara.viewer, "Ida");
  await blockPerson(ida.viewer, "Otto");
  await blockPerson(otto, "Mara");
  await deleteAccount(ida.viewer.email);
  expect(await names()).toEqual([]);
  expect(await collection("blocks").countDocuments()).toBe(1);
});

describe("plans", () => {
  needsMongoPlans();
  test("every read uses an index", async () => {
    for (const number of [2, 3, 4, 5]) {
      await blocks.addBlock(idOf(1), idOf(number));
      await blocks.addBlock(idOf(number), idOf(1));
    }
    await expectIndexed(() => blocks.listBlocksBy(idOf(1)), 4);
    await expectIndexed(() => blocks.findBlockersOf(idOf(1), [2, 3, 9].map(idOf)), 2);
    await expectIndexed(() => blocks.removeBlocksOf(idOf(2)), 2);
  });
});
