/** Moving articles and reviews to another category. */
import { categoryName, findCategory } from "~/domain/categories";
import { findTopic, needsUrl, topicOfReviewCategory } from "~/domain/topics";
import { addContribution } from "~/models/hub.server";
import {
  findTextVersion,
  moveArticle,
  moveReview,
  setTextVersion,
  type TextVersion,
} from "~/models/moderated-text.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { DecisionInput } from "~/schemas/moderation";
import { removeFromHub } from "../../articles/reviews.server";
import { findTarget, type FoundTarget } from "../targets.server";
import { CHANGED_SINCE, GONE, invalidField, requireShown, textOf, type Effect } from "./effect";
import { invalidateTarget } from "./invalidate-target.server";

interface Place {
  category: string;
  /** Of an article in a topic, and of every review. */
  hub: string | null;
}

interface Moved extends TextVersion {
  from: Place;
  to: Place;
}

const CHOOSE = "Please choose the category to move it to.";

/** @returns the category that was chosen, which must exist for this kind of text */
function placeFor(found: FoundTarget, category: string): Place {
  if (found.target.kind === "article") {
    if (!findCategory(category)) throw invalidField("category", CHOOSE);
    return { category, hub: findTopic(category)?.slug ?? null };
  }
  const topic = topicOfReviewCategory(category);
  if (!topic) throw invalidField("category", CHOOSE);
  if (needsUrl(topic) && !found.fields.url) {
    throw invalidField("category", "A review without a link can only stand in the Book Nook.");
  }
  return { category, hub: topic.slug };
}

function currentPlace({ stored }: FoundTarget): Place {
  if (stored?.kind === "review") return { category: stored.category, hub: stored.hub };
  const category = stored?.kind === "article" ? stored.category : "";
  return { category, hub: findTopic(category)?.slug ?? null };
}

async function prepare(found: FoundTarget, { category }: DecisionInput) {
  requireShown(found);
  if (!category) throw invalidField("category", CHOOSE);
  const [from, to] = [currentPlace(found), placeFor(found, category)];
  if (from.category === to.category) {
    throw invalidField("category", `It stands in ${categoryName(category)} already.`);
  }
  const { version, editedAt, replacedAt } = (await findTextVersion(textOf(found)))!;
  return { before: { from, to, version, editedAt, replacedAt } satisfies Moved };
}

/** Moves a text, with its counts in hubs. @returns whether it stood in `from` */
async function move(decision: ModerationDecision, from: Place, to: Place): Promise<boolean> {
  const { kind, id } = textOf(decision);
  const found = await findTarget(decision.target);
  const isMoved =
    kind === "article"
      ? await moveArticle(id, from.category, to.category)
      : await moveReview(id, from.category, { category: to.category, hub: to.hub! });
  if (isMoved && found && from.hub !== to.hub) {
    if (to.hub) await addContribution(to.hub, found.authorId);
    if (from.hub) await removeFromHub(from.hub, found.authorId);
  }
  await invalidateTarget(decision.target);
  return isMoved;
}

export const moveTo: Effect = {
  prepare,
  async apply(decision) {
    const { from, to } = decision.before as Moved;
    await move(decision, from, to);
  },
  async undo(decision) {
    const { from, to, ...version } = decision.before as Moved;
    if (!(await move(decision, to, from))) {
      const found = await findTarget(decision.target);
      if (!found) return GONE;
      return currentPlace(found).category === from.category ? null : CHANGED_SINCE;
    }
    // Nobody has edited it: moving there and back made two versions.
    await setTextVersion(textOf(decision), version.version + 2, version);
    return null;
  },
};
