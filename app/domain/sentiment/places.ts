/** Keeps track of where the characters of a text come from while it is rewritten, for those who ask for it. */

/** Where each character of a rewritten text starts and ends in the text as it was given. */
export interface Places {
  starts: number[];
  ends: number[];
}

/** @returns the places of a text that has not been rewritten */
export const placesOf = (text: string): Places => ({
  starts: Array.from({ length: text.length }, (_, at) => at),
  ends: Array.from({ length: text.length }, (_, at) => at + 1),
});

/** @returns the places of a part of a text */
export const slicePlaces = ({ starts, ends }: Places, from: number, to: number): Places => ({
  starts: starts.slice(from, to),
  ends: ends.slice(from, to),
});

/** Adds the places of a text to those of the text that it is appended to. */
export function appendPlaces(places: Places, added: Places): void {
  for (const start of added.starts) places.starts.push(start);
  for (const end of added.ends) places.ends.push(end);
}

/** A change of a text: the characters from `start` to `end` (exclusive) become `by`. */
export interface Change {
  start: number;
  end: number;
  by: string;
}

/**
 * @param changes in order, without overlaps
 * @param places if given, rewritten in place; what is inserted gets the place of what it replaces
 * @returns the changed text
 */
export function withChanges(text: string, changes: readonly Change[], places?: Places): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end, by } of changes) {
    kept.push(text.slice(from, start), by);
    from = end;
  }
  kept.push(text.slice(from));
  if (places) movePlaces(text.length, changes, places);
  return kept.join("");
}

function movePlaces(length: number, changes: readonly Change[], places: Places): void {
  const { starts, ends } = places;
  const moved: Places = { starts: [], ends: [] };
  const keep = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      moved.starts.push(starts[at]!);
      moved.ends.push(ends[at]!);
    }
  };
  let from = 0;
  for (const { start, end, by } of changes) {
    keep(from, start);
    const first = starts[start] ?? ends.at(-1) ?? 0;
    const last = end > start ? ends[end - 1]! : first;
    for (let i = 0; i < by.length; i += 1) {
      moved.starts.push(first);
      moved.ends.push(last);
    }
    from = end;
  }
  keep(from, length);
  Object.assign(places, moved);
}

/**
 * Like `text.replace` with a global pattern without named groups.
 * @param by the replacement of a match and its first group
 */
export function replaced(
  text: string,
  pattern: RegExp,
  by: (match: string, group: string) => string,
  places?: Places,
): string {
  if (!places) return text.replace(pattern, by);
  const changes = [...text.matchAll(pattern)].map(({ 0: match, 1: group = "", index }) => ({
    start: index,
    end: index + match.length,
    by: by(match, group),
  }));
  return withChanges(text, changes, places);
}
