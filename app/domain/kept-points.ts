/**
 * Chooses which points of lines are drawn: both ends, the extremes of each line, and every nth point in between.
 *
 * @param lines the values of each line, for the same days
 * @returns the indexes of the chosen points, ascending
 */
export function keptIndexes(lines: readonly (readonly number[])[], most: number): number[] {
  const count = lines[0]?.length ?? 0;
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const interval = Math.ceil(count / (most - 2 * (lines.length + 1)));
  const indexes = new Set([0]);
  for (let index = count - 1; index >= 0; index -= interval) indexes.add(index);
  for (const values of lines) {
    indexes.add(indexOf(values, Math.max)).add(indexOf(values, Math.min));
  }
  return [...indexes].sort((one, other) => one - other);
}

const indexOf = (values: readonly number[], better: (one: number, other: number) => number) =>
  values.indexOf(values.reduce((one, other) => better(one, other)));
