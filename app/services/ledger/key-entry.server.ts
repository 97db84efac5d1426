/** The entries about the site's own keys: the first one, and each by which another replaced it. */
import { findNewestOfKind } from "~/models/ledger.server";
import { ledgerKey } from "./checkpoint.server";
import {
  formatVerifierKey,
  joinNote,
  parseVerifierKey,
  rawPublicKey,
  signText,
  type VerifierKey,
} from "./signed-note";
import { formerSigningKey, signingKey } from "./signing-key.server";

/** The content of an entry about a key, without the fields that all entries have. */
export interface KeyContent {
  /** The verifier key of the checkpoints from here on. */
  key: string;
  /** The one before; `null` for the first. */
  former: string | null;
  /** A note that names both, signed by the key and, if the operator still had it, by the one before. */
  note: string;
  /** Whether the key before signed as well; `true` for the first key. */
  isHandedOver: boolean;
}

interface KeyEntry {
  kind: "key";
  /** The number of the key, from 1. */
  of: string;
  body: KeyContent;
}

/**
 * @returns the entry by which the site's current key, or its name, must replace the one that was entered last; `null` if
 *   it is the same
 * @throws Error if a key cannot be read
 */
export async function missingKeyEntry(): Promise<KeyEntry | null> {
  const last = await findNewestOfKind("key");
  const said = last && (JSON.parse(last.content) as KeyContent);
  const current = ledgerKey();
  const key = formatVerifierKey(current);
  if (said?.key === key) return null;
  const former = said && parseVerifierKey(said.key);
  const text = keyText(key, said?.key ?? null);
  const handingOver = former && signatureOfFormer(former, text);
  const lines = [signText(current.name, signingKey(), text), handingOver ?? []].flat();
  const body = {
    key,
    former: said?.key ?? null,
    note: joinNote(text, lines),
    isHandedOver: !said || handingOver !== null,
  };
  return { kind: "key", of: String(Number(last?.of ?? 0) + 1), body };
}

/** @returns the text that the keys sign; its second line is no size, so that it is no checkpoint */
export const keyText = (key: string, former: string | null): string =>
  `The key of this ledger\n${key}\n${former ? `replaces\n${former}\n` : ""}`;

/** @returns the signature by the key before, which is the current one if only its name changed; `null` without it */
function signatureOfFormer(former: VerifierKey, text: string): string | null {
  const key = [formerSigningKey(), signingKey()].find(
    (one) => one && rawPublicKey(one).equals(rawPublicKey(former.key)),
  );
  return key ? signText(former.name, key, text) : null;
}
