/** Fills a data directory with a week of documents, and sends a summary to the parent process. */
import "../lib/typescript.mjs";

process.once("disconnect", () => process.exit(1));

const { fillWeek } = await import("./week.ts");
const [dataDir, size] = process.argv.slice(2);
const week = await fillWeek(dataDir, Number(size));
process.send(week, () => process.exit());
