import { decisionResponse } from "~/schemas/decision-responses";
import type { Statement } from "~/services/moderation/statements.server";
import { presenter } from "./presenter";

const present = presenter(decisionResponse);
const iso = (date: Date | null) => date && date.toISOString();

/** Serializes a decision, for the one whom it concerns and for moderators. */
export function serializeDecision({ decision, stated, sentences }: Statement) {
  const { target, about, appeal, undone } = decision;
  return present({
    ...decision,
    ...{ kind: target.kind, target: target.id, moderator: stated.moderator, statement: sentences },
    ...{ title: about?.title ?? null, text: about?.text ?? null },
    appeal: appeal && {
      ...{ text: appeal.text, at: appeal.at.toISOString(), outcome: appeal.outcome },
      ...{ note: appeal.note, decidedAt: iso(appeal.decidedAt) },
    },
    undoneAt: iso(undone?.at ?? null),
    undoneNote: undone?.note ?? null,
  });
}
