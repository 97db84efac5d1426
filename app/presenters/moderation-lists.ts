import type {
  ListedAppeal,
  ListedDecision,
  ListedHidden,
} from "~/services/moderation/lists.server";

/** What lists show of a decision. */
export const serializeListedDecision = ({
  id,
  target,
  about,
  decision,
  reason,
  note,
  at,
  authorName,
  moderatorName,
  undone,
  appeal,
}: ListedDecision) => ({
  ...{ id, decision, reason, note, authorName, moderatorName },
  kind: target.kind,
  title: about?.title ?? null,
  at: at.toISOString(),
  isUndone: undone !== null,
  appeal: appeal && (appeal.outcome ?? "waiting"),
});
export type SerializedDecision = ReturnType<typeof serializeListedDecision>;

/** A decision with the words of the appeal against it. */
export const serializeAppeal = (appeal: ListedAppeal) => ({
  ...serializeListedDecision(appeal),
  appealText: appeal.appeal?.text ?? null,
  appealedAt: (appeal.appeal?.at ?? appeal.at).toISOString(),
  refusal: appeal.refusal,
});

/** A hidden text, for moderators only. */
export const serializeHidden = ({ text, hiddenAt, ...hidden }: ListedHidden) => ({
  ...hidden,
  hiddenAt: hiddenAt.toISOString(),
  ...text.target,
  title: text.title,
  authorName: text.authorName,
  text: text.text,
});
