import { createHash } from "node:crypto";

/**
 * @param salt the salt of the document, in hexadecimal
 * @param texts the texts of the document, such as title and content
 * @returns the SHA-256, in base64url, of the salt and the texts as JSON; reveals nothing of the text without the salt
 */
export const hashText = (salt: string, texts: readonly string[]): string =>
  createHash("sha256").update(salt).update(JSON.stringify(texts)).digest("base64url");
