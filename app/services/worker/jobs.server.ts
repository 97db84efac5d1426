/** What is long enough to be done in a worker thread, by name. */
import { createPdf } from "../content/pdf/pdf.server";
import { scoreDocuments } from "../recommendations/score-documents.server";
import { SentimentCalculation } from "../recommendations/sentiment-calculation";

/** Each makes a job whose methods take and give plain values, as they are copied between threads. */
export const jobs = {
  mentions: () => ({ scoreDocuments }),
  sentiment: () => new SentimentCalculation(),
  whitepaper: () => ({ createPdf }),
};

export type Jobs = { [Name in keyof typeof jobs]: ReturnType<(typeof jobs)[Name]> };
