/** Formats tables for the output of commands. */

/** Returns the rows as lines: the first column is left-aligned, the others are right-aligned. */
export function alignColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!)))
      .join("  "),
  );
}
