/** Explains a mention that a sentiment recommendation was computed from by the words of its document. */
import { findTextSalts } from "~/models/mention.server";
import { notFoundError } from "../errors";
import { explainText, type ExplainedText } from "../scoring/explain-text.server";
import { hashText, writtenTexts } from "./mentions.server";
import { readSentimentInputs, type SentimentInputRow } from "./sentiment-inputs.server";
import { sentimentEngine } from "./sentiment.server";

/**
 * `explained` if the text is the one that was scored, `changed` if it was edited since, `gone` if it no longer exists,
 * and `outside` if this site does not have it.
 */
export type MentionState = "explained" | "changed" | "gone" | "outside";

export interface MentionExplanation {
  state: MentionState;
  /** How the score comes about today; `null` unless `explained`. */
  explained: ExplainedText | null;
}

/**
 * Reads the text of a mention as it is now, and explains its score if this is the text that was scored: recommendations
 * store a salted hash of each text, and not the text.
 */
export async function explainMention(mention: SentimentInputRow): Promise<MentionExplanation> {
  const { kind, document, token, p, textHash } = mention;
  if (kind === "outside") return { state: "outside", explained: null };
  const [[text], salts] = await Promise.all([
    writtenTexts[kind].find([document]),
    findTextSalts([document]),
  ]);
  if (!text) return { state: "gone", explained: null };
  const explained = explainText(kind, text.texts, token);
  // Recommendations of the first weeks have no hashes.
  const isSame = textHash
    ? textHash === hashText(salts.get(document) ?? "", text.texts)
    : explained?.p === p;
  return isSame && explained
    ? { state: "explained", explained }
    : { state: "changed", explained: null };
}

/**
 * @param number the number of the mention among all those of the recommendation, from 1
 * @returns the mention with its explanation
 * @throws ServiceError `notFound` for a recommendation or number that does not exist
 */
export async function readExplainedMention(
  id: string,
  number: number,
): Promise<SentimentInputRow & MentionExplanation> {
  const { rows } = await readSentimentInputs(await sentimentEngine.read(id), { mention: number });
  const row = rows.find((mention) => mention.number === number);
  if (!row) throw notFoundError("Mention");
  return { ...row, ...(await explainMention(row)) };
}
