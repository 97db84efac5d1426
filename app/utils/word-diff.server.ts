import { diffWordsWithSpace } from "diff";

/** A part of a text that an edit left unchanged, added or removed. */
export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** With more changed words than this, the whole texts are shown, because comparing them would take too long. */
const MOST_CHANGES = 1_000;

/** @returns the parts of both texts in order, compared word by word */
export function wordDiff(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES });
  const parts = changes?.map(({ added, removed, value }): DiffPart => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return { kind, text: value };
  });
  return parts ?? wholes(before, after);
}

const wholes = (before: string, after: string): DiffPart[] => [
  { kind: "removed", text: before },
  { kind: "added", text: after },
];
