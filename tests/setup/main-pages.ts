/** The names of the links in the header of a site named Testament, and their paths. */
export const mainPages = [
  ["Declaration of Principles", "/declaration"],
  ["Research", "/research"],
  ["Community", "/community"],
  ["Momentum", "/momentum"],
  ["Sentiment", "/sentiment"],
  ["Club", "/investmentclub"],
  ["Testament", "/"],
] as const;
