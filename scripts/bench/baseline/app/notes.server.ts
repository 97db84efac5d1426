/** Twenty research notes in memory: the baseline uses no database. */
const SUMMARY =
  "Inventories fell for the third quarter running while gross margin held, which says more about pricing power than any survey of buyers does. Management pays down debt ahead of its own plan, buys back shares only where the price is below ten times owner earnings, and has not missed a forecast since it began to publish one; what remains open is how much of the growth was borrowed from the years after.";
const TOKENS = ["BTC", "ETH", "SOL", "LINK", "ADA"];

const note = (number: number) => ({
  slug: `note-${number}`,
  title: `Note ${number}: what the balance sheet of a quiet company says`,
  summary: SUMMARY.slice(0, 310 + (number % 4) * 9),
  author: { name: `Author ${number % 6}`, handle: `author${number % 6}` },
  publishedAt: new Date(Date.UTC(2025, 2, number)).toISOString(),
  token: TOKENS[number % TOKENS.length]!,
  tags: ["companies", "credit", number % 3 ? "margins" : "dividends"],
  upvotes: (number * 13) % 97,
  comments: (number * 5) % 19,
  minutes: 3 + (number % 8),
});

export const notes = Array.from({ length: 20 }, (_, i) => note(i + 1));
