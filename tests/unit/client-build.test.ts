/** The client build, which must contain nothing that belongs to the server. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const CLIENT = "build/client";
const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|html|json|map)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** Patterns that match only code of the server, or of a library that only the server uses. */
const SERVER_ONLY = {
  mongoose: /mongoose|MongoServerError|ObjectId\(/,
  zod: /ZodError|\$ZodType|_zod\b|zod\/v4/,
  "the embedded database": /lmdb|mingo/i,
  passwords: /argon2|passwordHash/,
  sessions: /secretHash|signInId/,
  "the environment": /process\.env\.(?!NODE_ENV)|MONGODB_URI|DATA_DIR|RATE_LIMIT_/,
  "the server's own modules": /\.server\b(?!\.data)/,
  sanitizing: /sanitize-html|htmlparser2/,
};

test("there is a client build to read", () => {
  expect(files.some((file) => file.endsWith(".js"))).toBe(true);
});

describe.each(Object.entries(SERVER_ONLY))("%s", (_name, pattern) => {
  test("is in no file of the client build", () => {
    const found = files.filter((file) => pattern.test(readFileSync(file, "utf8")));
    expect(found).toEqual([]);
  });
});
