/** What is long enough to be done in a worker thread, by name. A thread loads what a job needs when it begins it. */

/** Each makes a job whose methods take and give plain values, as they are copied between threads. */
export const jobs = {
  async mentions() {
    const { scoreDocuments } = await import("../recommendations/score-documents.server");
    return { scoreDocuments };
  },
  async mentionHours() {
    const { packRows } = await import("~/models/decode-mentions");
    return { packRows };
  },
  /** For years of recommendations and closes it takes a second. */
  async trackRecord() {
    const [{ analyseRecord }, { testMethod }] = await Promise.all([
      import("~/domain/track-record-analysis"),
      import("~/domain/method-backtest"),
    ]);
    return { analyseRecord, testMethod };
  },
  async sentiment() {
    const { SentimentCalculation } = await import("../recommendations/sentiment-calculation");
    return new SentimentCalculation();
  },
  async whitepaper() {
    const { createPdf } = await import("../content/pdf/pdf.server");
    return { createPdf };
  },
};

export type Jobs = { [Name in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[Name]>> };
