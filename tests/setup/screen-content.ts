/** What the screens show at which axe looks. */
import type { Viewer } from "~/domain/viewer";
import { countRefusal, ensureUnsubscribeSecret } from "~/models/mail-settings.server";
import { MAX_REFUSALS } from "~/services/mail/mail-settings.server";
import { addDays } from "date-fns/addDays";
import mongoose, { Types } from "mongoose";
import { createLink, type LinkPurpose } from "~/models/account-link.server";
import { createDraft } from "~/models/draft.server";
import { scheduleDeletionOf } from "~/models/scheduled-deletion.server";
import { addWarnedCase } from "~/models/moderation-case.server";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { blockDomain } from "~/services/articles/blocked-domains.server";
import { commentOn, commentOnArticle } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { editReview } from "~/services/articles/edit-review.server";
import { appealDecision } from "~/services/moderation/appeals.server";
import { decide } from "~/services/moderation/decide.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { addReview } from "~/services/articles/reviews.server";
import { blockPerson } from "~/services/blocks/blocks.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { save } from "~/services/saved/saved.server";
import { addArticle, addSignedIn, addUser, signUpSomebody, someReview } from "./people";
import { addSecondFactor } from "./second-factor";

export const NAME = "W".repeat(20);
const LONG = "consolidation".repeat(20).slice(0, 160);
const STATEMENT = "I know markets, and would review them. ".repeat(3);

const age = (collection: string, id: string) =>
  mongoose.connection
    .collection(collection)
    .updateOne({ _id: new Types.ObjectId(id) }, { $set: { createdAt: new Date("2026-01-01") } });

const newestOf = async (origin: string, path: string) => {
  const answer = await fetch(`${origin}/api/${path}`);
  return ((await answer.json()) as { id: string }[])[0]!.id;
};

/**
 * Adds what the screens of a site with the sample community are to show as well.
 * @returns the ids and secrets in the addresses of screens, by the names that stand for them there; and the cookies of
 *   those who look at them
 */
export async function addScreenContent(origin: string) {
  const ids: Record<string, string> = {};
  const [author, reader] = [await addSignedIn({ name: NAME, isMember: true }), await addSignedIn()];
  const { viewer } = author;
  ids.top = await newestOf(origin, "articles?sort=top&limit=1");
  ids.momentum = await newestOf(origin, "momentum-recommendations");
  ids.sentiment = await newestOf(origin, "sentiment-recommendations");

  ids.article = (await addArticle({ author: viewer, content: "Rates stay **low**." })).id;
  await commentOnArticle(reader.viewer, ids.article, { content: "An answer." });
  ids.comment = (await commentOnArticle(viewer, ids.article, { content: "A thouht." })).id;
  await commentOnArticle(reader.viewer, ids.article, { content: "Another answer." });
  const removed = await commentOnArticle(viewer, ids.article, { content: "To be removed." });
  for (let parentId = removed.id, i = 0; i < 6; i += 1) {
    const answer = { content: LONG, parentId };
    parentId = (await commentOnArticle(i % 2 ? viewer : reader.viewer, ids.article, answer)).id;
    await commentOnArticle(reader.viewer, ids.article, answer);
  }
  await removeOwnComment(viewer, removed.id);
  await age("articles", ids.article);
  await editArticle(viewer, ids.article, { title: "High rates", content: "Rates stay **high**." });
  await editComment(viewer, ids.comment, { content: "A thought." });
  ids.review = (await addReview(viewer, someReview({ review: "A text." }))).id;
  await commentOn(reader.viewer, { kind: "review", id: ids.review }, { content: "A question." });
  await age("reviews", ids.review);
  await editReview(viewer, ids.review, { review: "Another text." });
  ids.removed = (await addArticle({ author: viewer })).id;
  await commentOnArticle(reader.viewer, ids.removed, { content: "An answer." });
  await removeOwnArticle(viewer, ids.removed);
  const fields = { title: "A long book", review: "So far" };
  await createDraft({ userId: viewer.id }, { form: "review", hub: "bonds", fields });

  for (const kind of ["article", "review", "comment"] as const) {
    await save(viewer, { kind, id: ids[kind]! }, LONG);
  }
  await save(viewer, { kind: "recommendation", id: ids.momentum });

  // So that there is something new to them.
  await mongoose.connection.collection("readings").insertMany(
    [
      { user: new Types.ObjectId(viewer.id), place: `article ${ids.article}` },
      { user: new Types.ObjectId(reader.viewer.id), place: "community" },
    ].map((reading) => ({ ...reading, latestAt: addDays(new Date(), -2) })),
  );

  const applicant = await addSignedIn();
  await applyForMembership(applicant.viewer, { statement: STATEMENT });
  const leaver = await addSignedIn();
  const plan = { leavesAt: addDays(new Date(), 7), withContent: false, origin: origin };
  await scheduleDeletionOf(leaver.viewer.id, plan);
  ids.deleted = (await addUser()).name;
  await deleteAccount(`${ids.deleted.toLowerCase()}@example.org`);

  for (const purpose of ["reset-password", "prove-email", "change-email", "restore-email"]) {
    const link = { purpose: purpose as LinkPurpose, email: reader.viewer.email };
    const expiresAt = addDays(new Date(), 1);
    ids[purpose] = await createLink({ ...link, userId: reader.viewer.id, expiresAt });
  }
  ids.unsubscribe = await ensureUnsubscribeSecret(reader.viewer.id);
  const stopped = await addSignedIn({ hasUnprovenEmail: true });
  await ensureUnsubscribeSecret(stopped.viewer.id);
  for (let i = 0; i < MAX_REFUSALS; i += 1) {
    await countRefusal(stopped.viewer.id, stopped.viewer.email);
  }
  const careful = await signUpSomebody();
  await addSecondFactor(careful.viewer);
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: careful.email, password: careful.password }),
  });
  const secondStep = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  await blockPerson(viewer, reader.viewer.name);
  const link = `https://example.org/${"a1b2c3d4".repeat(30)}`;
  const profile = { about: LONG, disclosure: LONG, link, isHiddenFromSearch: false };
  await changeProfile(viewer, profile);
  await announcementQueue.doAll();
  const member = await addSignedIn({ isMember: true });
  const administrator = await addSignedIn();
  await setRole(administrator.viewer.id, "administrator");
  ids.person = viewer.id;
  const decider = (await findUser(administrator.viewer.id))!;
  const reasons = { reason: "spam", note: "It is an advertisement." } as const;
  const onAuthor = { kind: "person", id: viewer.id } as const;
  ids.decision = (await decide(decider, onAuthor, { decision: "warn", ...reasons })).id;
  await appealDecision(viewer, ids.decision, { text: "It is none." });
  ids.administrator = administrator.viewer.name;
  const moderator = await addSignedIn();
  await setRole(moderator.viewer.id, "moderator");
  await fillQueue({ moderator: moderator.viewer, author: viewer, other: reader.viewer }, ids);
  const people = { moderator, reader, author, member, applicant, leaver, stopped, administrator };
  const cookies = Object.fromEntries(
    Object.entries(people).map(([name, { cookie }]) => [name, cookie]),
  ) as Record<keyof typeof people, string>;
  return { ids, cookies: { ...cookies, secondStep } };
}

interface QueuePeople {
  moderator: Viewer;
  author: Viewer;
  other: Viewer;
}

/** Fills the pages of moderators: what is flagged, first, long, copied, warned of, hidden, and domains. */
async function fillQueue(
  { moderator: { id, ...viewer }, author, other }: QueuePeople,
  ids: Record<string, string>,
) {
  const moderator: Viewer = { ...viewer, id, role: "moderator" };
  const spam = {
    content: `Buy the yield machine at https://spam.example/now! ${LONG}`.slice(0, 5000),
  };
  const article = (await addArticle({ content: "Long. ".repeat(300) })).id;
  const comment = (await commentOnArticle(author, article, spam)).id;
  await commentOnArticle(other, article, spam);
  for (const text of [
    { kind: "article" as const, id: article },
    { kind: "comment" as const, id: comment },
  ]) {
    await raiseFlag(other, { ...text, reason: "other", words: LONG.slice(0, 2000) });
  }
  await addWarnedCase({ kind: "comment", id: ids.comment! }, author.id, "spam.example");
  const hidden = { kind: "article" as const, id: (await addArticle()).id };
  await decide(moderator, hidden, { decision: "hide", reason: "spam", note: LONG.slice(0, 2000) });
  await blockDomain(moderator, { domain: "spam.example", effect: "warn", reason: "spam" });
  const domain = `${"a".repeat(60)}.example`;
  await blockDomain(moderator, { domain, effect: "block", reason: "abuse", words: "A farm" });
}

/** Those who look at screens. */
export type Who = keyof Awaited<ReturnType<typeof addScreenContent>>["cookies"];
