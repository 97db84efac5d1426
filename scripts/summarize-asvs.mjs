/** `node scripts/summarize-asvs.mjs`: writes the summary at the top of docs/asvs.md from its rows. */
import { readFileSync, writeFileSync } from "node:fs";
import { inProject } from "./lib/project.mjs";
import { readRows, withSummary } from "./lib/asvs.mjs";

const path = inProject("docs/asvs.md");
const text = readFileSync(path, "utf8");
writeFileSync(path, withSummary(text, readRows(text)));
