import { diffWordsWithSpace } from "diff";

/** A stretch of text that an edit left, added or removed. */
export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** With more words changed than this, the texts are shown as wholes: comparing them would take long. */
const MOST_CHANGES = 1_000;

/** @returns what an edit changed, word by word */
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
