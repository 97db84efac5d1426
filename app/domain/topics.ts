/** The six topics of the research room, each with a hub of reviews, in display order. */
interface ReviewCategory {
  slug: string;
  label: string;
}

export interface Topic {
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  /**
   * The categories of reviews in this hub; the first is preselected in the review form. `all` is a filter, not a
   * category.
   */
  reviewCategories: readonly ReviewCategory[];
  /** The label of the filter that shows all categories. */
  allLabel: string;
  reviewsHeading: string;
}

const categoriesOf = (...labels: string[]): ReviewCategory[] =>
  labels.map((label) => ({ slug: label.toLowerCase().replaceAll(" ", "-"), label }));

export const topics = [
  {
    slug: "asset-allocation",
    title: "Asset Allocation",
    subtitle: "Community-reviewed research on how to divide a portfolio",
    description: "How to divide capital among stocks, bonds, real estate and commodities.",
    reviewCategories: categoriesOf("Stocks", "Bonds", "Real Estate", "Commodities"),
    allLabel: "All Assets",
    reviewsHeading: "Research Reviews",
  },
  {
    slug: "tokenomics",
    title: "Tokenomics",
    subtitle: "Community-reviewed research on how tokens are issued, used and valued",
    description: "Supply, incentives and value capture, from layer ones to organisations.",
    reviewCategories: categoriesOf("L1s", "Infrastructure", "Memes", "DAOs"),
    allLabel: "All",
    reviewsHeading: "Research Reviews",
  },
  {
    slug: "macro",
    title: "Macro",
    subtitle: "Community-reviewed research on policy, prices and people at work",
    description: "Fiscal and monetary policy, housing and labor, and what they do to markets.",
    reviewCategories: categoriesOf("Fiscal Policy", "Housing", "Labor", "Monetary Policy"),
    allLabel: "All",
    reviewsHeading: "Research Reviews",
  },
  {
    slug: "stocks",
    title: "Stocks",
    subtitle: "Community-reviewed research on listed companies, sector by sector",
    description: "Companies and sectors: consumer, energy, financials, healthcare, tech.",
    reviewCategories: categoriesOf("Consumer", "Energy", "Financials", "Healthcare", "Tech"),
    allLabel: "All",
    reviewsHeading: "Research Reviews",
  },
  {
    slug: "bonds",
    title: "Bonds",
    subtitle: "Community-reviewed research on credit, rates and the price of money",
    description: "Credit, money markets, rates and securitized debt.",
    reviewCategories: categoriesOf("Credit", "Money Markets", "Rates", "Securitized"),
    allLabel: "All",
    reviewsHeading: "Research Reviews",
  },
  {
    slug: "book-nook",
    title: "Book Nook",
    subtitle:
      "Touch grass with top-rated non-finance books, articles, and stories from the community",
    description: "Non-finance books, articles and stories worth an evening.",
    reviewCategories: categoriesOf("Literature", "Nonfiction", "Romance", "Science Fiction"),
    allLabel: "All",
    reviewsHeading: "Book Reviews",
  },
] as const satisfies readonly Topic[];

export type TopicSlug = (typeof topics)[number]["slug"];

const bySlug = new Map<string, Topic>(topics.map((topic) => [topic.slug, topic]));
const byReviewCategory = new Map<string, Topic>(
  topics.flatMap((topic) => topic.reviewCategories.map(({ slug }) => [slug, topic] as const)),
);

/** All review categories; each belongs to exactly one hub. */
export const reviewCategorySlugs = [...byReviewCategory.keys()];

export const findTopic = (slug: string): Topic | undefined => bySlug.get(slug);

/** @returns the topic whose hub has this review category, or `undefined` */
export const topicOfReviewCategory = (category: string): Topic | undefined =>
  byReviewCategory.get(category);

/** @returns whether reviews in this hub require a URL; books do not */
export const needsUrl = (topic: Pick<Topic, "slug">): boolean => topic.slug !== "book-nook";
