/** Twenty research notes in memory: the baseline uses no database. */
const OPENING =
  "Inventories fell for the third quarter running while gross margin held, which says more about pricing power than any survey of buyers does. ";
const ARGUMENT =
  "Management pays down debt ahead of its own plan, buys back shares only where the price is below ten times owner earnings, and has not missed a forecast since it began to publish one; what remains open is how much of the growth was borrowed from the years after. ";
const TOKENS = ["BTC", "ETH", "SOL", "LINK", "ADA"];

export interface Note {
  slug: string;
  title: string;
  summary: string;
  author: { name: string; handle: string };
  publishedAt: string;
  token: string;
  tags: string[];
  upvotes: number;
  comments: number;
  minutes: number;
}

function note(number: number): Note {
  return {
    slug: `note-${number}`,
    title: `Note ${number}: what the balance sheet of a quiet company says`,
    summary: (OPENING + ARGUMENT).slice(0, 310 + (number % 4) * 9),
    author: { name: `Author ${number % 6}`, handle: `author${number % 6}` },
    publishedAt: new Date(Date.UTC(2025, 2, number)).toISOString(),
    token: TOKENS[number % TOKENS.length]!,
    tags: ["companies", "credit", number % 3 ? "margins" : "dividends"],
    upvotes: (number * 13) % 97,
    comments: (number * 5) % 19,
    minutes: 3 + (number % 8),
  };
}

export const notes: readonly Note[] = Array.from({ length: 20 }, (_, i) => note(i + 1));

export const paragraphs: readonly string[] = Array.from(
  { length: 22 },
  (_, i) => `${i + 1}. ${OPENING}${ARGUMENT}`,
);

export const comments = Array.from({ length: 30 }, (_, i) => ({
  id: `comment-${i + 1}`,
  author: `Reader ${i + 1}`,
  writtenAt: new Date(Date.UTC(2025, 3, i + 1)).toISOString(),
  text: ARGUMENT.slice(0, 160),
}));
