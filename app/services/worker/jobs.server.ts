/** The jobs of worker threads by name. A thread loads the modules of a job when the job begins. */

/** Each function creates a job. Its methods take and return plain values, because these are copied between threads. */
export const jobs = {
  async mentions() {
    const { scoreDocuments } = await import("../scoring/score-documents.server");
    return { scoreDocuments };
  },
  /** Takes some seconds for years of recommendations and closes. */
  async trackRecord() {
    const [{ analyseRecord }, { backtestMethod }] = await Promise.all([
      import("~/domain/track-record-analysis"),
      import("~/domain/method-backtest"),
    ]);
    return { analyseRecord, backtestMethod };
  },
  async sentiment() {
    const { SentimentCalculation } = await import("../scoring/sentiment-calculation");
    return new SentimentCalculation();
  },
  async trust() {
    const { TrustCalculation } = await import("../scoring/trust-calculation");
    return new TrustCalculation();
  },
  async whitepaper() {
    const { createPdf } = await import("../content/pdf.server");
    return { createPdf };
  },
  async shareImage() {
    const { renderCard } = await import("../share-cards/render-card.server");
    return { renderCard };
  },
};

export type JobName = keyof typeof jobs;
export type Jobs = { [Name in JobName]: Awaited<ReturnType<(typeof jobs)[Name]>> };
