import { beforeEach, describe, expect, test } from "vitest";
import { MAX_FOLLOWED, type FollowedKind } from "~/domain/following";
import { onArticle } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import { addBlock, removeBlock } from "~/models/block.server";
import { consume } from "~/models/rate-limits.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { commentOn } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { readFollowed } from "~/services/following/followed-list.server";
import {
  follow,
  readFollowerCount,
  readFollowStates,
  unfollow,
} from "~/services/following/following.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addArticle, addUser, someReview } from "../../setup/people";
import { Types } from "mongoose";

useEnvironment({ RATE_LIMITS: "on" });
useDatabase();

let ida: Viewer;
let mara: Viewer;
beforeEach(async () => {
  [ida, mara] = [await addUser({ name: "Ida" }), await addUser({ name: "Mara" })];
});

const list = async (viewer: Viewer, kind?: FollowedKind) =>
  (await readFollowed(viewer, { kind, limit: 50, after: null })).items;

describe("following", () => {
  test("names what is followed as its addresses do, with its title and its page", async () => {
    const article = await addArticle({ author: mara, title: "On rates" });
    const review = await addReview(mara, someReview({ title: "A book", category: "rates" }));
    const first = await commentOn(mara, onArticle(article.id), { content: "One" });
    const answer = { content: "Two", parentId: first.id };
    const second = await commentOn(mara, onArticle(article.id), answer);
    const things = [
      ["person", "mara"],
      ["hub", "macro"],
      ["category", "crypto"],
      ["asset", "btc"],
      ["thread", article.id],
      ["thread", review.id],
      // A thread is followed by any comment in it.
      ["thread", second.id],
    ] as const;
    for (const [kind, id] of things) await follow(ida, { kind, id });
    const found = await list(ida);
    expect(found.map(({ kind, id, title, to }) => [kind, id, title, to]).reverse()).toEqual([
      ["person", "Mara", "Mara", "/people/Mara"],
      ["hub", "macro", "Macro", "/macro"],
      ["category", "crypto", "Crypto", "/category/crypto"],
      ["asset", "BTC", "Bitcoin (BTC)", null],
      ["thread", article.id, "On rates", `/article/${article.id}`],
      ["thread", review.id, "A book", `/bonds/reviews/${review.id}`],
      [
        "thread",
        first.id,
        "On rates",
        `/article/${article.id}?comment=${first.id}#comment-${first.id}`,
      ],
    ]);
    expect((await list(ida, "thread")).map(({ id }) => id)).toHaveLength(3);
    for (const { kind, id } of found) await unfollow(ida, { kind, id });
    expect(await list(ida)).toEqual([]);
  });

  test.each([
    ["person", "Nobody"],
    ["person", "__proto__"],
    ["hub", "Macro"],
    ["hub", "constructor"],
    ["category", ""],
    ["asset", "NOTHING"],
    ["thread", "0".repeat(24)],
    ["thread", "x"],
  ] as const)("refuses the %s “%s”, which does not exist", async (kind, id) => {
    expect(await kindOf(follow(ida, { kind, id }))).toBe("notFound");
    expect(await kindOf(unfollow(ida, { kind, id }))).toBe("notFound");
    expect(await collection("followings").countDocuments()).toBe(0);
  });

  test("is for those signed in, not of oneself, and may be repeated", async () => {
    const reference = { kind: "person", id: "Mara" } as const;
    expect(await kindOf(follow(null, reference))).toBe("unauthenticated");
    expect(await kindOf(unfollow(null, reference))).toBe("unauthenticated");
    expect(await messageOf(follow(mara, reference))).toBe("You cannot follow yourself.");
    for (let i = 0; i < 2; i += 1) await follow(ida, reference);
    expect(await readFollowerCount(mara.id)).toBe(1);
    for (let i = 0; i < 2; i += 1) await unfollow(ida, reference);
    expect(await readFollowerCount(mara.id)).toBe(0);
  });

  test("is limited by number, and by how often", async () => {
    const user = new Types.ObjectId(ida.id);
    await collection("followings").insertMany(
      Array.from({ length: MAX_FOLLOWED }, (_, i) => ({
        ...{ user, kind: "hub", target: String(i), createdAt: new Date() },
      })),
    );
    const reference = { kind: "person", id: "Mara" } as const;
    expect(await kindOf(follow(ida, reference))).toBe("conflict");
    await collection("followings").updateOne({ user, target: "0" }, { $set: { target: "macro" } });
    expect(await kindOf(follow(ida, { kind: "hub", id: "macro" }))).toBe("ok");
    await unfollow(ida, { kind: "hub", id: "macro" });
    expect(await kindOf(follow(ida, reference))).toBe("ok");
    while ((await consume("follows", ida.id)) === null);
    expect(await kindOf(follow(ida, reference))).toBe("limited");
    expect(await kindOf(unfollow(ida, reference))).toBe("limited");
  });

  test("of a person whom one has blocked is refused until they are unblocked", async () => {
    await addBlock(ida.id, mara.id);
    const reference = { kind: "person", id: "Mara" } as const;
    expect(await kindOf(follow(ida, reference))).toBe("conflict");
    await removeBlock(ida.id, mara.id);
    expect(await kindOf(follow(ida, reference))).toBe("ok");
  });

  test("of a person ends when their account is deleted", async () => {
    await follow(ida, { kind: "person", id: "Mara" });
    await deleteAccount(mara.email);
    expect(await collection("followings").countDocuments()).toBe(0);
  });

  test("is told for each thing of a page", async () => {
    await follow(ida, { kind: "hub", id: "macro" });
    const states = await readFollowStates(ida, [
      { kind: "person", target: mara.id },
      { kind: "hub", target: "macro" },
    ]);
    expect(states.map(({ isFollowed }) => isFollowed)).toEqual([false, true]);
  });
});
