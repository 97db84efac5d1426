/** What is long enough to be done in a worker thread, by name. */
import { testMethod } from "~/domain/method-backtest";
import { analyseRecord } from "~/domain/track-record-analysis";
import { createPdf } from "../content/pdf/pdf.server";
import { scoreDocuments } from "../recommendations/score-documents.server";
import { SentimentCalculation } from "../recommendations/sentiment-calculation";

/** Each makes a job whose methods take and give plain values, as they are copied between threads. */
export const jobs = {
  mentions: () => ({ scoreDocuments }),
  /** For years of recommendations and closes it takes a second. */
  trackRecord: () => ({ analyseRecord, testMethod }),
  sentiment: () => new SentimentCalculation(),
  whitepaper: () => ({ createPdf }),
};

export type Jobs = { [Name in keyof typeof jobs]: ReturnType<(typeof jobs)[Name]> };
