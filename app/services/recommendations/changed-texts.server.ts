/** Finds the texts that counted in a sentiment recommendation and were removed or edited since. */
import { authorWeight, type Sentiment } from "~/domain/sentiment/sentiment";
import { findTextSalts, type WrittenKind } from "~/models/mention.server";
import { readStoredInputs } from "~/models/recommendation-inputs.server";
import { findRecommendation } from "~/models/recommendation.server";
import type { ChangedText, OutcomeContent } from "../ledger/settled-outcome.server";
import type { MentionInput } from "../scoring/sentiment-calculation";
import { hashText, writtenTexts } from "./mentions.server";

/** Maximum number of texts that are listed; the others are only counted. */
const MAX_LISTED = 200;

type CountedText = MentionInput & { kind: WrittenKind };

/**
 * @param id the id of a sentiment recommendation
 * @returns each token in each counted text that does not exist any more or is not as it was, in the order of the inputs
 */
export async function findChangedTexts(id: string): Promise<OutcomeContent["changedTexts"]> {
  const row = await findRecommendation("sentiment", id);
  const changed: OutcomeContent["changedTexts"] = { count: 0, listed: [] };
  if (!row) return changed;
  const { week } = row.calculation as Sentiment;
  for await (const rows of readStoredInputs(id)) {
    const counted = (rows as MentionInput[]).filter(isCountedText);
    const hashes = await currentHashes(counted);
    for (const { document, textHash, kind, token, p, trust } of counted) {
      const now = hashes.get(document);
      if (now === textHash) continue;
      changed.count += 1;
      if (changed.listed.length >= MAX_LISTED) continue;
      const change = now === undefined ? "removed" : "edited";
      const weight = authorWeight(trust, week.untrustedFactor);
      changed.listed.push({ change, kind, token, p, weight } satisfies ChangedText);
    }
  }
  return changed;
}

/** Texts of other sites cannot be read again. */
const isCountedText = (mention: MentionInput): mention is CountedText =>
  mention.isCounted && mention.kind !== "outside";

/**
 * @returns the hashes of the texts as they are now, by document. Removed texts are left out: a trace of them may stay,
 *   as of a comment that was answered, but no salt.
 */
async function currentHashes(mentions: readonly CountedText[]): Promise<Map<string, string>> {
  const salts = await findTextSalts(mentions.map(({ document }) => document));
  const hashes = new Map<string, string>();
  for (const kind of Object.keys(writtenTexts) as WrittenKind[]) {
    const documents = mentions.filter((one) => one.kind === kind).map(({ document }) => document);
    for (const { id, texts } of await writtenTexts[kind].find([...new Set(documents)])) {
      const salt = salts.get(id);
      if (salt) hashes.set(id, hashText(salt, texts));
    }
  }
  return hashes;
}
