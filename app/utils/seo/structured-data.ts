/**
 * What a page is about, in the words of schema.org, for those who read pages by machine. Pure: each
 * function says of what it is given what is true of it, and leaves out what is not known.
 */
import type { Here } from "./meta";

type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | StructuredData
  | readonly (string | StructuredData)[];

/** A thing of schema.org. What is undefined is left out when it is written. */
export interface StructuredData {
  "@type": string;
  [property: string]: Value;
}

const RATING = { best: 5, worst: 1 };

/** Who runs this site. */
export const organization = ({ site, url }: Here): StructuredData => ({
  "@type": "Organization",
  "@id": url("/#organization"),
  name: site.name,
  slogan: site.tagline,
  url: url("/"),
  logo: { "@type": "ImageObject", url: url("/icons/icon-512.png"), width: 512, height: 512 },
  email: site.contactEmail,
  sameAs: [site.socialUrl, site.repositoryUrl],
  knowsAbout: ["Asset allocation", "Tokenomics", "Macroeconomics", "Stocks", "Bonds"],
});

/** The site itself, by the name it wants to be shown under. */
export const website = ({ site, url }: Here): StructuredData => ({
  "@type": "WebSite",
  "@id": url("/#website"),
  name: site.name,
  url: url("/"),
  inLanguage: "en",
  publisher: { "@type": "Organization", "@id": url("/#organization") },
});

export interface Crumb {
  name: string;
  path: string;
}

/** The way to a page from the front page, which is the first step and need not be said. */
export const breadcrumbs = ({ site, url }: Here, crumbs: readonly Crumb[]): StructuredData => ({
  "@type": "BreadcrumbList",
  itemListElement: [{ name: site.name, path: "/" }, ...crumbs].map(({ name, path }, place) => ({
    "@type": "ListItem",
    position: place + 1,
    name,
    item: url(path),
  })),
});

const person = (name: string): StructuredData => ({ "@type": "Person", name });

const counted = (action: string, count: number): StructuredData => ({
  "@type": "InteractionCounter",
  interactionType: { "@type": action },
  userInteractionCount: count,
});

interface PostedComment {
  id: string;
  username: string;
  content: string;
  createdAt: string;
}

interface PostedArticle {
  id: string;
  title: string;
  summary: string;
  /** What it is about, elsewhere. */
  url: string;
  createdAt: string;
  reviewer: string;
  views: number;
  upvotes: number;
  commentCount: number;
  category: { name: string };
}

/**
 * An article of the community: a link that somebody posted with what they have to say of it, to be
 * upvoted and discussed.
 *
 * @param comments those on the page
 */
export const discussion = (
  { url }: Here,
  article: PostedArticle,
  comments: readonly PostedComment[],
): StructuredData => {
  const address = url(`/article/${article.id}`);
  return {
    "@type": "DiscussionForumPosting",
    "@id": `${address}#posting`,
    headline: article.title,
    text: article.summary,
    url: address,
    mainEntityOfPage: address,
    sharedContent: { "@type": "WebPage", url: article.url },
    articleSection: article.category.name,
    author: person(article.reviewer),
    datePublished: article.createdAt,
    commentCount: article.commentCount,
    interactionStatistic: [
      counted("LikeAction", article.upvotes),
      counted("CommentAction", article.commentCount),
      counted("ViewAction", article.views),
    ],
    comment: comments.map(({ id, username, content, createdAt }) => ({
      "@type": "Comment",
      "@id": `${address}#comment-${id}`,
      text: content,
      author: person(username),
      datePublished: createdAt,
    })),
  };
};

interface PostedReview {
  id: string;
  title: string;
  author: string;
  url?: string | null;
  rating: number;
  username: string;
  review: string;
  createdAt: string;
}

/** One member's view of one work, with the stars they gave it. */
const review = (posted: PostedReview, isBook: boolean): StructuredData => ({
  "@type": "Review",
  author: person(posted.username),
  datePublished: posted.createdAt,
  reviewBody: posted.review,
  reviewRating: {
    "@type": "Rating",
    ratingValue: posted.rating,
    bestRating: RATING.best,
    worstRating: RATING.worst,
  },
  itemReviewed: {
    "@type": isBook ? "Book" : "CreativeWork",
    name: posted.title,
    author: person(posted.author),
    url: posted.url ?? undefined,
  },
});

interface ReviewList {
  name: string;
  path: string;
  /** In the order in which they are shown. */
  reviews: readonly PostedReview[];
  /** Whether books are reviewed here; elsewhere it is papers, articles and talks. */
  areBooks?: boolean;
}

/** The reviews that a page shows. */
export const reviewList = (
  { url }: Here,
  { name, path, reviews, areBooks = false }: ReviewList,
): StructuredData => ({
  "@type": "ItemList",
  name,
  url: url(path),
  numberOfItems: reviews.length,
  itemListElement: reviews.map((posted, place) => ({
    "@type": "ListItem",
    position: place + 1,
    item: review(posted, areBooks),
  })),
});

interface HouseText {
  path: string;
  title: string;
  description: string;
  /** In ISO 8601. */
  published?: string;
  modified?: string;
}

/** A text that the organisation itself stands for, such as its whitepaper. */
export const contentPageData = (here: Here, text: HouseText): StructuredData => ({
  "@type": "Article",
  headline: text.title,
  description: text.description,
  url: here.url(text.path),
  mainEntityOfPage: here.url(text.path),
  image: here.url("/social-card.png"),
  inLanguage: "en",
  datePublished: text.published,
  dateModified: text.modified ?? text.published,
  author: organizationBriefly(here),
  publisher: organizationBriefly(here),
});

const organizationBriefly = ({ site, url }: Here): StructuredData => ({
  "@type": "Organization",
  "@id": url("/#organization"),
  name: site.name,
  url: url("/"),
});
