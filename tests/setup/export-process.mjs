/**
 * A process of its own, so that nothing else takes memory in it: see `export-process.ts`. It ends with the test
 * that started it.
 */
process.on("disconnect", () => process.exit(1));

await import("../../scripts/lib/typescript.mjs");
await import("./export-process.ts");
process.disconnect();
