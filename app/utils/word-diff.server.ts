import { diffArrays } from "diff";

/** A part of a text that an edit left unchanged, added or removed. */
export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** With more changed words than this, the whole texts are shown, because comparing them would take too long. */
const MAX_CHANGES = 1_000;

/** Letters of scripts with spaces between words. */
const LETTER =
  /(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{N}_]/u;
/** What is read as one character with what precedes it: marks, skin colours, and emoji after a joiner. */
const EXTENSIONS = /(?:[\p{M}\p{EMod}\u200c\u0e33\u0eb3]|\u200d\p{ExtPict}?)*/u.source;
/** A line break, a space, a flag, a word, or any other character. */
const TOKEN = new RegExp(
  `\\r?\\n|[^\\S\\r\\n]+|(?:\\p{RI}{2}|(?:${LETTER.source}${EXTENSIONS})+|[^])${EXTENSIONS}`,
  "gu",
);

/** @returns the parts of both texts in order, compared word by word */
export function wordDiff(before: string, after: string): DiffPart[] {
  const tokensOf = (text: string) => text.match(TOKEN) ?? [];
  const changes = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: MAX_CHANGES });
  const parts = changes?.map(({ added, removed, value }): DiffPart => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return { kind, text: value.join("") };
  });
  return parts ?? wholes(before, after);
}

const wholes = (before: string, after: string): DiffPart[] => [
  { kind: "removed", text: before },
  { kind: "added", text: after },
];
