/** Scores again the texts that a sentiment recommendation was computed from, as far as they still exist. */
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { addedTokens } from "~/domain/tokens";
import type { SentimentFacts } from "~/models/recommendation.server";
import type { WrittenKind } from "~/models/mention.server";
import { readStoredInputs } from "~/models/recommendation-inputs.server";
import { readRevisionsOf } from "~/models/revision.server";
import { findTextSalts } from "~/models/mention.server";
import { writtenTexts, hashText } from "../recommendations/mentions.server";
import type { MentionInput } from "../scoring/sentiment-calculation";
import { inWorker } from "../worker/worker.server";
import { differencesOf, faultsOf, prefixFaults, type Fault } from "../ledger/comparison";

const BATCH_SIZE = 200;

interface Checked {
  faults: Fault[];
  /** Remarks that are not faults. */
  notes: string[];
}

/** A version of a text, identified by its hash, with its stored scores. */
interface HashedText {
  kind: WrittenKind;
  document: string;
  textHash: string;
  scores: Record<string, number>;
}

/**
 * @param facts how the recommendation was made; only the current method with the current tokens can score texts again
 * @returns the stored scores that differ from those of the texts, and a note with the number of texts scored
 */
export async function checkTexts(
  id: string,
  { method, addedTokens: added = "" }: Pick<SentimentFacts, "method" | "addedTokens">,
): Promise<Checked> {
  if (method !== SENTIMENT_METHOD) return { faults: [], notes: [formerMethod(method)] };
  if (added !== addedTokens().version) return { faults: [], notes: [OTHER_TOKENS] };
  const { texts, unhashed } = await readHashedTexts(id);
  const faults: Fault[] = [];
  let scored = 0;
  for (const kind of Object.keys(writtenTexts) as WrittenKind[]) {
    const ofKind = texts.filter((text) => text.kind === kind);
    for (let from = 0; from < ofKind.length; from += BATCH_SIZE) {
      const found = await findVersions(kind, ofKind.slice(from, from + BATCH_SIZE));
      faults.push(...(await checkScores(kind, found)));
      scored += found.length;
    }
  }
  const lost = texts.length - scored;
  const notes = [
    `texts scored again: ${scored}; texts whose scored version no longer exists: ${lost}`,
  ];
  if (unhashed)
    notes.push(
      `mentions not checked, from other sites or without a hash of their text: ${unhashed}`,
    );
  return { faults, notes };
}

const formerMethod = (method: number) =>
  `made by method ${method} of the sentiment engine, which is now at method ${SENTIMENT_METHOD}: recomputed from the ` +
  "stored scores; today the texts would be scored differently";

const OTHER_TOKENS =
  "made while the operator's file had other tokens: recomputed from the stored scores; today the texts would be scored " +
  "differently";

async function readHashedTexts(id: string): Promise<{ texts: HashedText[]; unhashed: number }> {
  const texts = new Map<string, HashedText>();
  let unhashed = 0;
  for await (const rows of readStoredInputs(id)) {
    for (const { kind, document, token, p, textHash } of rows as MentionInput[]) {
      if (!textHash || kind === "outside") {
        unhashed += 1;
        continue;
      }
      const key = `${document} ${textHash}`;
      const text = texts.get(key) ?? { kind, document, textHash, scores: {} };
      text.scores[token] = p;
      texts.set(key, text);
    }
  }
  return { texts: [...texts.values()], unhashed };
}

type FoundText = HashedText & { texts: string[] };

/** @returns the texts whose scored version still exists, as the current or an earlier version of its document */
async function findVersions(
  kind: WrittenKind,
  wanted: readonly HashedText[],
): Promise<FoundText[]> {
  const salts = await findTextSalts(wanted.map(({ document }) => document));
  const open = new Set(wanted.filter(({ document }) => salts.has(document)));
  const found: FoundText[] = [];
  const take = (document: string, texts: string[]) => {
    const hash = hashText(salts.get(document) ?? "", texts);
    for (const text of open) {
      if (text.document !== document || text.textHash !== hash) continue;
      found.push({ ...text, texts });
      open.delete(text);
    }
  };
  const documents = () => [...new Set([...open].map(({ document }) => document))];
  for (const { id, texts } of await writtenTexts[kind].find(documents())) take(id, texts);
  if (!open.size) return found;
  for await (const { documentId, fields } of readRevisionsOf(documents())) {
    take(documentId, mentioningTexts(kind, fields));
  }
  return found;
}

async function checkScores(kind: WrittenKind, found: readonly FoundText[]): Promise<Fault[]> {
  if (!found.length) return [];
  const texts = found.map((text) => text.texts);
  const scored = await inWorker("mentions", (job) => job.scoreDocuments(kind, texts));
  return found.flatMap(({ document, scores }, i) => {
    const computed = new Map(scored[i]!.mentions.map(({ token, p }) => [token, p]));
    const expected = Object.fromEntries(
      Object.keys(scores).map((token) => [token, computed.get(token)]),
    );
    const faults = faultsOf(differencesOf(scores, expected), "follows from the text");
    return prefixFaults(`${kind} ${document}: p of`, faults);
  });
}
