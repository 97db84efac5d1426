/** `npm run sentiment:evaluate`: measures how well the scoring of texts agrees with labels given by people. */
import { createReadStream } from "node:fs";
import { calibrate } from "~/domain/sentiment/calibration";
import {
  agreementOf,
  countOf,
  labels,
  majorityOf,
  type CalibrationBucket,
  type Confusion,
} from "~/domain/sentiment/evaluation";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { ServiceError } from "~/services/errors";
import {
  evaluateSentiment,
  type SentimentEvaluation,
} from "~/services/recommendations/evaluate-sentiment.server";
import { plural } from "~/utils/format";
import type { Command } from "../lib/command";
import { alignColumns } from "../lib/table";

const USAGE = `Usage:
  npm run sentiment:evaluate -- FILE.csv
  npm run sentiment:evaluate -- -          from the standard input

The file is UTF-8. Its first line names the columns, which must include text and label. Labels are
negative, neutral and positive, or -1, 0 and 1. A score of at least 0.05 is positive, one of at most
-0.05 negative. Macro-F1 is the mean over the labels that occur in the file. Nothing is stored.`;

function describe({ texts, site, plain, calibration }: SentimentEvaluation): string {
  const majority = majorityOf(site);
  const line = (name: string, confusion: Confusion) => {
    const { accuracy, macroF1 } = agreementOf(confusion);
    return [name, accuracy.toFixed(3), macroF1.toFixed(3)];
  };
  return [
    `${plural(texts, "text")}: ${labels.map((label) => `${countOf(site, label)} ${label}`).join(", ")}`,
    "",
    ...alignColumns([
      ["", "accuracy", "macro-F1"],
      line(`this site (method ${SENTIMENT_METHOD})`, site),
      line("plain VADER", plain),
      line(`always ${majority.label}`, majority.confusion),
    ]),
    ...confusionTable("this site", site),
    ...confusionTable("plain VADER", plain),
    ...calibrationTable(calibration),
  ].join("\n");
}

const confusionTable = (name: string, confusion: Confusion) => [
  "",
  `Labels given by ${name} (columns) and by people (rows):`,
  ...alignColumns([
    ["", ...labels],
    ...labels.map((truth) => [truth, ...labels.map((said) => String(confusion[truth][said]))]),
  ]),
];

const calibrationTable = (buckets: readonly CalibrationBucket[]) => [
  "",
  "Mean size of this site's scores, what people say (right less wrong signs), and how many are right:",
  ...alignColumns([
    ["texts", "score", "as a post", "people", "right"],
    ...buckets
      .filter(({ texts }) => texts > 0)
      .map(({ texts, score, right, wrong }) => [
        String(texts),
        (score / texts).toFixed(2),
        calibrate("comment", score / texts).toFixed(2),
        ((right - wrong) / texts).toFixed(2),
        (right / texts).toFixed(2),
      ]),
  ]),
];

export const run: Command = async ({ args, input, print, printError }) => {
  const [file, ...rest] = args;
  if (!file || rest.length) {
    printError(USAGE);
    return 2;
  }
  try {
    const bytes = file === "-" ? input : createReadStream(file);
    print(describe(await evaluateSentiment(bytes)));
    return 0;
  } catch (error) {
    const isOfSystem = error instanceof Error && "syscall" in error;
    if (!isOfSystem && !(error instanceof ServiceError)) throw error;
    printError(isOfSystem ? `${file} cannot be read: ${error.message}` : error.message);
    return 1;
  }
};
