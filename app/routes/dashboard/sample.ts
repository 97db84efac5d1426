import type { Contributions, Overview, OwnList } from "~/services/people/dashboard-types";

const singlePage = <Item>(items: Item[]): OwnList<Item> => ({
  items,
  total: items.length,
  next: null,
  isFirstPage: true,
});
const at = (day: string, time = "09:00") => `${day}T${time}:00.000Z`;

/** Made-up content shown without an account; its items link nowhere. */
export const sample: Contributions & Overview = {
  articles: singlePage([
    {
      id: "sample-article-1",
      title: "What two hundred rate cuts did to small banks",
      summary:
        "Margins fell first and deposits left second; the banks that hedged early paid for it twice.",
      to: null,
      category: { slug: "macro", name: "Macro" },
      createdAt: at("2026-01-12"),
      views: 214,
      upvotes: 18,
      commentCount: 6,
    },
    {
      id: "sample-article-2",
      title: "Fees, issuance and who pays whom",
      summary: "A table of five networks: what users pay, what is printed, and what is left over.",
      to: null,
      category: { slug: "tokenomics", name: "Tokenomics" },
      createdAt: at("2025-12-03"),
      views: 97,
      upvotes: 9,
      commentCount: 2,
    },
  ]),
  reviews: singlePage([
    {
      id: "sample-review-1",
      title: "The slow repricing of duration",
      author: "A. Sample",
      to: null,
      url: null,
      rating: 4,
      hub: { slug: "bonds", name: "Bonds" },
      category: "money-markets",
      review: "Careful with its data and modest in its claims. The appendix is the best of it.",
      createdAt: at("2026-01-20"),
    },
    {
      id: "sample-review-2",
      title: "A winter by the harbour",
      author: "B. Sample",
      to: null,
      url: null,
      rating: 5,
      hub: { slug: "book-nook", name: "Book Nook" },
      category: "literature",
      review: "Not a word about money, and the better for it.",
      createdAt: at("2025-11-09"),
    },
  ]),
  comments: singlePage([
    {
      id: "sample-comment-1",
      content:
        "The second chart starts in a trough. From any other year the effect is half of that.",
      on: "Value stocks and the price of money",
      to: null,
      createdAt: at("2026-01-21", "17:42"),
    },
  ]),
  standing: {
    isMember: false,
    own: {
      id: "sample-application",
      name: "Sample",
      statement:
        "I read prospectuses for a living and would like to review tokenomics with the same patience.",
      openedAt: at("2026-01-19"),
      closesAt: at("2026-02-02"),
      closedAt: null,
      needed: 3,
      approvals: 2,
      declines: 0,
      status: "pending",
    },
  },
  momentum: [
    {
      id: "sample-momentum",
      weekDate: "2026-01-19",
      createdAt: at("2026-01-20"),
      allocation: [
        { asset: "BTC", percent: 20 },
        { asset: "SOL", percent: 30 },
        { asset: "USDT", percent: 50 },
      ],
      rationale:
        "BTC rose by 10 percent in four weeks and SOL by 30; SOL swings twice as much and so gets less than its rise alone would give it.",
    },
  ],
  sentiment: [
    {
      id: "sample-sentiment",
      weekDate: "2026-01-19",
      createdAt: at("2026-01-20"),
      allocation: [
        { asset: "BTC", percent: 29 },
        { asset: "SOL", percent: 15 },
        { asset: "USDT", percent: 56 },
      ],
      rationale:
        "BTC was mentioned four times and SOL three, both favourably, by more than one author each.",
    },
  ],
};
