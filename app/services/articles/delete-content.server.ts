import { topics } from "~/domain/topics";
import { upvotedKinds } from "~/domain/upvotes";
import { ownedArticles } from "~/models/article.server";
import { ownedComments } from "~/models/comment.server";
import { listHiddenOf, removeNamedInHidden, transferHiddenText } from "~/models/hidden-text.server";
import { removeContributor, transferContributions } from "~/models/hub.server";
import { transferMentions } from "~/models/mention.server";
import type { OwnedCollection } from "~/models/authored.server";
import { listRemovedArticlesOf, transferRemovedArticles } from "~/models/removed-article.server";
import { ownedReviews } from "~/models/review.server";
import { removeFingerprintsOf } from "~/models/text-fingerprint.server";
import { listUpvotedBy } from "~/models/upvote.server";
import type { ContentCounts, Deletion } from "../feature";
import { removeArticle, removeComment, removeReview } from "./removal.server";
import { removeCountedUpvote } from "./upvote-counts.server";
import { repeatUntilEmpty } from "./repeat-until-empty";

type Remover = (id: string) => Promise<unknown>;

/** Removes the upvotes of an account and its name in texts, and removes or reassigns what it has written. */
export async function deleteContentOf(deletion: Deletion): Promise<ContentCounts> {
  const upvotes = await removeUpvotes(deletion.id);
  const comments = await removeOrTransfer(ownedComments, (id) => removeComment(id), deletion);
  const reviews = await removeOrTransfer(ownedReviews, removeReview, deletion);
  // Last, because removing an article removes its comments too.
  const articles = await removeOrTransfer(ownedArticles, removeArticle, deletion);
  const { id, successor, withContent } = deletion;
  const hidden = await removeOrTransferHidden(deletion);
  await removeNamedInHidden(id);
  for (const owned of [ownedComments, ownedReviews, ownedArticles]) await owned.removeNamed(id);
  await removeFingerprintsOf(id);
  const hubs = topics.map(({ slug }) => slug);
  if (withContent) {
    await removeAll((limit) => listRemovedArticlesOf(id, limit), removeArticle);
    await removeContributor(hubs, id);
  } else {
    await transferRemovedArticles(id, successor.id);
    await transferContributions(hubs, id, successor.id);
  }
  return {
    articles: articles + hidden.article,
    reviews: reviews + hidden.review,
    comments: comments + hidden.comment,
    upvotes,
  };
}

const removers = { article: removeArticle, review: removeReview, comment: removeComment };

/** Hidden texts are counted nowhere, and can still be restored if they are not removed. */
async function removeOrTransferHidden({ id, successor, withContent }: Deletion) {
  const found = { article: 0, review: 0, comment: 0 };
  for (const owner of withContent ? [id, successor.id] : [id]) {
    await repeatUntilEmpty(async (limit) => {
      const { items } = await listHiddenOf(owner, { after: null, limit });
      for (const { kind, id: textId } of items) {
        if (withContent) await removers[kind](textId);
        else await transferHiddenText(textId, successor);
        found[kind] += 1;
      }
      return items.length;
    });
  }
  return found;
}

async function removeUpvotes(userId: string): Promise<number> {
  let removed = 0;
  for (const kind of upvotedKinds) {
    removed += await removeAll(
      (limit) => listUpvotedBy(kind, userId, limit),
      (id) => removeCountedUpvote({ kind, id }, userId),
    );
  }
  return removed;
}

async function removeOrTransfer(
  { list, transfer }: OwnedCollection,
  remove: Remover,
  { id, successor, withContent }: Deletion,
): Promise<number> {
  if (withContent) {
    // Also what an interrupted deletion has already reassigned.
    const own = await removeAll((limit) => list(id, limit), remove);
    return own + (await removeAll((limit) => list(successor.id, limit), remove));
  }
  return repeatUntilEmpty(async (limit) => {
    const ids = await list(id, limit);
    await transferMentions(ids, successor.id);
    await transfer(ids, successor);
    return ids.length;
  });
}

function removeAll(list: (limit: number) => Promise<string[]>, remove: Remover): Promise<number> {
  return repeatUntilEmpty(async (limit) => {
    const ids = await list(limit);
    for (const id of ids) await remove(id);
    return ids.length;
  });
}
