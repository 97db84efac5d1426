/** Evaluates the sentiment scoring against texts that people have labelled. */
import type { CsvError } from "csv-parse";
import {
  countCalibration,
  emptyCalibration,
  emptyConfusion,
  labelOfScore,
  parseLabel,
  type CalibrationBucket,
  type Confusion,
  type Label,
} from "~/domain/sentiment/evaluation";
import { scoreClauses } from "~/domain/sentiment/mentions";
import { createScorer } from "~/domain/sentiment/vader";
import { quoteField, readCsv, type CsvFile, type CsvRecord } from "../csv-file.server";
import { ServiceError } from "../errors";
import { lexicon, scoreText } from "../scoring/lexicon.server";
import { visibleTexts } from "../scoring/visible-text.server";

/** Maximum row length in bytes. A longer row is an error, for example because a quote is not closed. */
const MAX_ROW_LENGTH = 100_000;

/**
 * The number of texts, the confusion matrices of this site's scoring and of plain VADER with its own lexicon, and how
 * often people agree with this site's scores by their size, before they are calibrated.
 */
export type SentimentEvaluation = {
  texts: number;
  calibration: CalibrationBucket[];
} & Record<"site" | "plain", Confusion>;

const scorePlainly = createScorer(lexicon);

/**
 * Scores the texts of a CSV file by the rules of this site, as if each sentence named the same token, and by plain
 * VADER.
 * @param file a CSV file whose header contains the columns `text` and `label`; labels are negative, neutral and
 *   positive in any case, or −1, 0 and 1
 * @throws ServiceError `invalid` for the first row that cannot be read, with its line, or a file that is not UTF-8
 */
export async function evaluateSentiment(file: CsvFile): Promise<SentimentEvaluation> {
  const evaluation = {
    texts: 0,
    calibration: emptyCalibration(),
    site: emptyConfusion(),
    plain: emptyConfusion(),
  };
  const countRows = (records: AsyncIterable<CsvRecord>) => countAll(records, evaluation);
  await readCsv(file, { max_record_size: MAX_ROW_LENGTH }, countRows, describeError);
  if (!evaluation.texts) throw invalid("There are no rows below the header");
  return evaluation;
}

async function countAll(
  records: AsyncIterable<CsvRecord>,
  evaluation: SentimentEvaluation,
): Promise<void> {
  let read: ReturnType<typeof rowReader> | undefined;
  for await (const { record, info } of records) {
    if (!read) {
      read = rowReader(record);
      continue;
    }
    const { text, label } = read(record, info.lines);
    evaluation.texts += 1;
    const [visible = ""] = visibleTexts("comment", [text]);
    const score = scoreClauses(visible, scoreText);
    evaluation.site[label][labelOfScore(score)] += 1;
    countCalibration(evaluation.calibration, score, label);
    evaluation.plain[label][labelOfScore(scorePlainly(text))] += 1;
  }
  if (!read) rowReader([]);
}

const invalid = (message: string) => new ServiceError("invalid", message);

/** @throws ServiceError `invalid` if the header lacks a column */
function rowReader(header: readonly string[]) {
  const columns = header.map((name) => name.trim().toLowerCase());
  const [textAt = -1, labelAt = -1] = ["text", "label"].map((name) =>
    columns.indexOf(name) === columns.lastIndexOf(name) ? columns.indexOf(name) : -1,
  );
  if (textAt < 0 || labelAt < 0) {
    throw invalid("The first line must name the columns, with text and label once each among them");
  }
  return (record: readonly string[], line: number): { text: string; label: Label } => {
    const given = record[labelAt] ?? "";
    const label = parseLabel(given);
    if (label) return { text: record[textAt] ?? "", label };
    throw invalid(
      `Line ${line}: ${quoteField(given)} is not a label: negative, neutral or positive, or -1, 0 or 1`,
    );
  };
}

function describeError(error: CsvError): string {
  const line = typeof error.lines === "number" ? `Line ${error.lines}: ` : "";
  const reasons: Partial<Record<CsvError["code"], string>> = {
    CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_ROW_LENGTH} bytes; is a quote not closed?`,
    CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
    CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "the row has another number of columns than the header",
  };
  return `${line}${reasons[error.code] ?? error.message}`;
}
