/** schema.org structured data. Pure functions that omit what is unknown. */
import { personPath } from "~/domain/person-path";
import type { PersonResponse } from "~/schemas/people-responses";
import type { ArticleResponse, CommentResponse, ReviewResponse } from "~/schemas/responses";
import type { Site } from "~/config/site";

type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | StructuredData
  | readonly (string | StructuredData)[];

export interface MetaContext {
  site: Site;
  /** Makes a path absolute if the site's origin is known. */
  url: (path: string) => string;
}

/** A schema.org object; undefined properties are omitted when serialized. */
export interface StructuredData {
  "@type": string;
  [property: string]: Value;
}

export const organization = ({ site, url }: MetaContext): StructuredData => ({
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

export const website = ({ site, url }: MetaContext): StructuredData => ({
  "@type": "WebSite",
  "@id": url("/#website"),
  name: site.name,
  url: url("/"),
  inLanguage: "en",
  publisher: { "@type": "Organization", "@id": url("/#organization") },
});

export interface Crumb {
  /** The page's path. */
  to: string;
  label: string;
  /** The slug of a topic, whose colour marks the link. */
  topic?: string;
}

/** The breadcrumbs of a page; the front page is added. */
export const breadcrumbs = (
  { site, url }: MetaContext,
  crumbs: readonly Crumb[],
): StructuredData => ({
  "@type": "BreadcrumbList",
  itemListElement: [{ label: site.name, to: "/" }, ...crumbs].map(({ label, to }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: url(to),
  })),
});

const person = (name: string): StructuredData => ({ "@type": "Person", name });

const counter = (action: string, count: number): StructuredData => ({
  "@type": "InteractionCounter",
  interactionType: { "@type": action },
  userInteractionCount: count,
});

type PostedComment = Pick<CommentResponse, "id" | "username" | "content" | "createdAt">;
type PostedArticle = Pick<
  ArticleResponse,
  | "id"
  | "title"
  | "summary"
  | "url"
  | "createdAt"
  | "reviewer"
  | "views"
  | "upvotes"
  | "commentCount"
> & { category: { name: string } };

/** A community article: a posted link with comments. */
export const discussion = (
  { url }: MetaContext,
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
      counter("LikeAction", article.upvotes),
      counter("CommentAction", article.commentCount),
      counter("ViewAction", article.views),
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

type PostedReview = Pick<
  ReviewResponse,
  "title" | "author" | "url" | "rating" | "username" | "review" | "createdAt"
>;

const reviewData = (review: PostedReview, isBook: boolean): StructuredData => ({
  "@type": "Review",
  author: person(review.username),
  datePublished: review.createdAt,
  reviewBody: review.review,
  reviewRating: {
    "@type": "Rating",
    ratingValue: review.rating,
    bestRating: 5,
    worstRating: 1,
  },
  itemReviewed: {
    "@type": isBook ? "Book" : "CreativeWork",
    name: review.title,
    author: person(review.author),
    url: review.url ?? undefined,
  },
});

interface ReviewList {
  name: string;
  path: string;
  reviews: readonly PostedReview[];
  /** Whether the reviewed works are books rather than papers, articles and talks. */
  areBooks?: boolean;
}

export const reviewList = (
  { url }: MetaContext,
  { name, path, reviews, areBooks = false }: ReviewList,
): StructuredData => ({
  "@type": "ItemList",
  name,
  url: url(path),
  numberOfItems: reviews.length,
  itemListElement: reviews.map((review, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: reviewData(review, areBooks),
  })),
});

interface ContentPage {
  path: string;
  title: string;
  description: string;
  published?: string;
  modified?: string;
}

/** A text published by the organisation, such as the whitepaper. */
export const contentPageData = (context: MetaContext, page: ContentPage): StructuredData => ({
  "@type": "Article",
  headline: page.title,
  description: page.description,
  url: context.url(page.path),
  mainEntityOfPage: context.url(page.path),
  image: context.url("/social-card.png"),
  inLanguage: "en",
  datePublished: page.published,
  dateModified: page.modified ?? page.published,
  author: organizationReference(context),
  publisher: organizationReference(context),
});

const organizationReference = ({ site, url }: MetaContext): StructuredData => ({
  "@type": "Organization",
  "@id": url("/#organization"),
  name: site.name,
  url: url("/"),
});

export const personPageData = (
  { url }: MetaContext,
  { name, about, link, memberSince }: PersonResponse,
): StructuredData => ({
  "@type": "ProfilePage",
  url: url(personPath(name)),
  dateCreated: memberSince,
  mainEntity: {
    "@type": "Person",
    name,
    url: url(personPath(name)),
    description: about ?? undefined,
    sameAs: link ?? undefined,
  },
});
