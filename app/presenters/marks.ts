import type { MarkResponse } from "~/schemas/responses";

interface Marked {
  locked: MarkResponse | null;
  warning: MarkResponse | null;
}

const serialize = (mark: MarkResponse | null): MarkResponse | null =>
  mark && { reason: mark.reason, rule: mark.rule };

/** Serializes what moderators have marked a text with. */
export const serializeMarks = ({ locked, warning }: Marked) => ({
  locked: serialize(locked),
  warning: serialize(warning),
});
