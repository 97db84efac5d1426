/** Who is told about what: each event for each relation of a person to it, and what becomes of it. */
import { beforeEach, describe, expect, test } from "vitest";
import { noticeKinds, type NoticeKind } from "~/domain/notices";
import type { FollowedKind } from "~/domain/following";
import { addBlock } from "~/models/block.server";
import { addFollowing, removeFollowing } from "~/models/following.server";
import { startAccountDeletion } from "~/models/user-deletion.server";
import { loader } from "~/routes/notices/route";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOn } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeOwnReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { announce, type NoticedEvent } from "~/services/notices/announce.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { countUnread, markRead } from "~/services/notices/notices.server";
import { call } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { addSignedIn, addUser, someArticle, someReview, type SignedIn } from "../../setup/people";
import { load } from "../../setup/routes";

useDatabase();

const statement = "I read prospectuses for a living and would review tokenomics with patience.";
const tellAll = () => announcementQueue.doAll();

/** What a test knows of the texts that an event is about. */
interface Scene {
  article: string;
  review: string;
  comment: string;
}
interface Receiver {
  told: NoticeKind | null;
  follows?: (scene: Scene) => [FollowedKind, string][];
}
interface Event {
  /** The names of the receivers, who may also be named in the texts, or have written something in the scene. */
  receivers: Record<string, Receiver>;
  /** @returns how it is undone */
  act: (scene: Scene) => Promise<() => Promise<unknown>>;
}

let ada: SignedIn;
let people: Record<string, SignedIn>;
beforeEach(async () => {
  ada = await addSignedIn({ name: "Ada" });
});

const stranger: Receiver = { told: null };
const follower = (told: NoticeKind | null, follows: Receiver["follows"]): Receiver => ({
  told,
  ...(follows && { follows }),
});
const Discussion = follower("thread", ({ article }) => [["thread", article]]);
const ofAda = (): [FollowedKind, string] => ["person", ada.viewer.id];

const events: Record<string, Event> = {
  "a comment on an article": {
    receivers: {
      Author: { told: "answer" },
      Commenter: stranger,
      Reviewer: stranger,
      Named: { told: "mention" },
      Discussion,
      Fan: follower(null, () => [ofAda()]),
      Crypto: follower(null, () => [
        ["category", "macro"],
        ["asset", "BTC"],
      ]),
    },
    async act({ article }) {
      const input = { content: "Bitcoin, @Named and @Author! And me, @Ada." };
      const { id } = await commentOn(ada.viewer, { kind: "article", id: article }, input);
      return () => removeOwnComment(ada.viewer, id);
    },
  },
  "an answer to a comment": {
    receivers: {
      Author: { told: "answer" },
      Commenter: { told: "answer" },
      Reviewer: stranger,
      Named: { told: "mention" },
      Discussion,
      Thread: follower("thread", ({ comment }) => [["thread", comment]]),
      Both: follower("thread", ({ article, comment }) => [
        ["thread", comment],
        ["thread", article],
      ]),
    },
    async act({ article, comment }) {
      const input = { content: "No, @Named.", parentId: comment };
      const { id } = await commentOn(ada.viewer, { kind: "article", id: article }, input);
      return () => removeOwnComment(ada.viewer, id);
    },
  },
  "a comment on a review": {
    receivers: {
      Author: stranger,
      Reviewer: { told: "answer" },
      Discussion: follower("thread", ({ review }) => [["thread", review]]),
    },
    async act({ review }) {
      const input = { content: "Well reviewed." };
      const { id } = await commentOn(ada.viewer, { kind: "review", id: review }, input);
      return () => removeOwnComment(ada.viewer, id);
    },
  },
  "an article": {
    receivers: {
      Author: stranger,
      Named: { told: "mention", follows: () => [ofAda()] },
      Fan: follower("person", () => [ofAda()]),
      Hub: follower("hub", () => [["hub", "macro"]]),
      Category: follower("category", () => [["category", "macro"]]),
      Asset: follower("asset", () => [["asset", "BTC"]]),
      All: follower("person", () => [
        ["asset", "BTC"],
        ["category", "macro"],
        ["hub", "macro"],
        ofAda(),
      ]),
      Elsewhere: follower(null, () => [
        ["hub", "bonds"],
        ["category", "crypto"],
        ["asset", "ETH"],
      ]),
    },
    async act() {
      const input = { category: "macro", title: "Bitcoin", content: "Ask @Named or `@Author`." };
      const { id } = await postArticle(ada.viewer, someArticle(input));
      return () => removeOwnArticle(ada.viewer, id);
    },
  },
  "a review": {
    receivers: {
      Reviewer: stranger,
      Named: { told: "mention" },
      Fan: follower("person", () => [ofAda()]),
      Hub: follower("hub", () => [["hub", "bonds"]]),
      Category: follower(null, () => [["category", "bonds"]]),
      Asset: follower("asset", () => [["asset", "BTC"]]),
    },
    async act() {
      const input = someReview({ category: "rates", review: "Bitcoin, says @Named." });
      const { id } = await addReview(ada.viewer, input);
      return () => removeOwnReview(ada.viewer, id);
    },
  },
  "an upvote": {
    receivers: { Author: { told: "upvote" }, Commenter: stranger, Discussion: stranger },
    async act({ article }) {
      const upvoted = { kind: "article", id: article } as const;
      await upvote(ada.viewer, upvoted);
      return () => withdrawUpvote(ada.viewer, upvoted);
    },
  },
  "an application": {
    receivers: { Member: { told: "applicant" }, Author: stranger },
    async act() {
      await applyForMembership(ada.viewer, { statement });
      return () => deleteAccount(ada.viewer.email);
    },
  },
};

/** Makes the texts that events are about, written by the receivers of these names. */
async function setTheScene({ receivers }: Event): Promise<Scene> {
  people = {};
  const names = new Set([...Object.keys(receivers), "Author", "Commenter", "Reviewer"]);
  for (const name of names) {
    people[name] = await addSignedIn({ name, isMember: name === "Member" });
  }
  const article = await postArticle(people.Author!.viewer, someArticle({ category: "macro" }));
  const review = await addReview(people.Reviewer!.viewer, someReview());
  const subject = { kind: "article", id: article.id } as const;
  const comment = await commentOn(people.Commenter!.viewer, subject, { content: "Well." });
  const scene = { article: article.id, review: review.id, comment: comment.id };
  for (const [name, { follows }] of Object.entries(receivers)) {
    for (const [kind, target] of follows?.(scene) ?? []) {
      await addFollowing(people[name]!.viewer.id, kind, target);
    }
  }
  await forgetNotices();
  return scene;
}

const nameOf = (id: unknown) =>
  Object.entries(people).find(([, { viewer }]) => viewer.id === String(id))?.[0] ?? String(id);

/** @returns who was told what, as rows */
async function toldPeople(): Promise<Record<string, string[]>> {
  await tellAll();
  const told: Record<string, string[]> = {};
  for (const { person, kind } of await collection("notices").find({}).toArray()) {
    (told[nameOf(person)] ??= []).push(String(kind));
  }
  return told;
}

const expectedOf = ({ receivers }: Event, isTold: (receiver: Receiver) => boolean = () => true) =>
  Object.fromEntries(
    Object.entries(receivers).flatMap(([name, receiver]) =>
      receiver.told && isTold(receiver) ? [[name, [receiver.told]]] : [],
    ),
  );

/** Forgets what people were told of an event. */
async function forgetNotices() {
  await tellAll();
  for (const name of ["notices", "mails"]) await collection(name).deleteMany({});
}

describe.each(Object.entries(events))("%s", (what, event) => {
  const { receivers, act } = event;
  const followings = (scene: Scene) =>
    Object.entries(receivers).flatMap(([name, { follows }]) =>
      (follows?.(scene) ?? []).map((following) => [name, ...following] as const),
    );

  test("is told once to each whom it concerns, by page, call and mail, until it is undone, and not to those who follow nothing of it, block its author or are leaving", async () => {
    const scene = await setTheScene(event);
    const undo = await act(scene);
    expect(await toldPeople()).toEqual(expectedOf(event));
    for (const [name, { told }] of Object.entries(receivers)) {
      const { token, cookie, viewer } = people[name]!;
      const kinds = told ? [{ kind: told, readAt: null }] : [];
      const answer = await call("/api/notices?unread=true", { token });
      expect(await answer.json(), `the call of ${name}`).toMatchObject(kinds);
      const page = await load(loader, "/notices", { cookie });
      expect(page, `the page of ${name}`).toMatchObject({ notices: kinds });
      const isMailed = told !== null && noticeKinds[told].delivery === "at-once";
      const mails = await collection("mails").countDocuments({ to: viewer.email });
      expect(mails, `the mails to ${name}`).toBe(isMailed ? 1 : 0);
    }
    await undo();
    expect(await toldPeople()).toEqual({});
    expect(await collection("announcements").countDocuments()).toBe(0);
    // Undoing an application is deleting the account.
    if (what === "an application") ada = await addSignedIn({ name: "Ada" });

    await forgetNotices();
    for (const [name, ...followed] of followings(scene)) {
      await removeFollowing(people[name]!.viewer.id, ...followed);
    }
    const undoAgain = await act(scene);
    const isNamed = ({ told }: Receiver) => told === "mention";
    expect(await toldPeople(), "those who follow nothing of it any more").toEqual(
      expectedOf(event, (receiver) => !receiver.follows || isNamed(receiver)),
    );
    await undoAgain();
    if (what === "an application") ada = await addSignedIn({ name: "Ada" });

    await forgetNotices();
    for (const [name, ...followed] of followings(scene)) {
      await addFollowing(people[name]!.viewer.id, ...followed);
    }
    const told = Object.keys(receivers).filter((name) => receivers[name]!.told);
    for (const [i, name] of told.entries()) {
      const { viewer } = people[name]!;
      if (i % 2) await startAccountDeletion(viewer.email);
      else await addBlock(viewer.id, ada.viewer.id);
    }
    await act(scene);
    expect(await toldPeople(), "those who block its author or are leaving").toEqual({});
  });
});

test("a former member no longer sees who has applied", async () => {
  const event = events["an application"]!;
  await event.act(await setTheScene(event));
  expect(await toldPeople()).toEqual({ Member: ["applicant"] });
  await grantMembership(people.Member!.viewer.email, false);
  expect(await toldPeople()).toEqual({});
});

test("what a deleted account has left is told under no name", async () => {
  const event = events["a comment on an article"]!;
  await event.act(await setTheScene(event));
  await tellAll();
  await deleteAccount(ada.viewer.email);
  await tellAll();
  const answer = await call("/api/notices", { token: people.Author!.token });
  expect(await answer.json()).toMatchObject([{ kind: "answer", actors: ["Deleted account"] }]);
  expect(JSON.stringify(await collection("notices").find({}).toArray())).not.toContain(
    ada.viewer.id,
  );
});

test("a notice that was read is read again when what was added since is taken back", async () => {
  const author = await addUser();
  const { id: article } = await postArticle(author, someArticle());
  const subject = { kind: "article", id: article } as const;
  await commentOn(ada.viewer, subject, { content: "First." });
  await tellAll();
  await markRead(author, new Date());
  const walt = await addUser();
  const { id } = await commentOn(walt, subject, { content: "Second." });
  await tellAll();
  expect(await countUnread(author)).toBe(1);
  await removeOwnComment(walt, id);
  await tellAll();
  expect(await countUnread(author)).toBe(0);
});

test("an edit tells those whom it adds, and nobody twice", async () => {
  const named = await addUser({ name: "Named" });
  const { id } = await postArticle(ada.viewer, someArticle({ content: "Hello." }));
  const added = {
    kind: "named" as const,
    text: { kind: "article" as const, id },
    authorId: ada.viewer.id,
    people: [named.id],
  } satisfies NoticedEvent;
  await announce(added);
  await tellAll();
  await announce(added);
  await tellAll();
  const [notice, ...others] = await collection("notices").find({}).toArray();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ kind: "mention", sources: [{ id }] });
});
