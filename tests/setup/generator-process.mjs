/**
 * A second process on a test's database, which generates recommendations, makes digests or tells people news when it is told to. It ends together
 * with the test that started it.
 */
process.on("disconnect", () => process.exit(1));

await import("../../scripts/lib/typescript.mjs");
await import("./generator.ts");
