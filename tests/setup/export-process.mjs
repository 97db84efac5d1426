/**
 * Runs `export-process.ts` in a process of its own, so that nothing else uses memory in it. It ends together with
 * the test that started it.
 */
process.on("disconnect", () => process.exit(1));

await import("../../scripts/lib/typescript.mjs");
await import("./export-process.ts");
process.disconnect();
