import { describe, expect, test } from "vitest";
import { site } from "~/config/site";
import { breadcrumbs, discussion, reviewList } from "~/utils/seo/structured-data";

const here = { site, url: (path: string) => `https://community.example${path}` };
/** The data as serialized in a page. */
const written = (data: unknown) => JSON.parse(JSON.stringify(data)) as Record<string, never>;

const article = {
  id: "65a000000000000000000001",
  title: "On rates",
  summary: "What they do.",
  url: "https://elsewhere.example/rates",
  createdAt: "2026-01-31T09:00:00.000Z",
  reviewer: "Ada",
  views: 120,
  upvotes: 7,
  commentCount: 31,
  category: { name: "Macro" },
};

test("an article is a discussion posting, with its counts", () => {
  const comment = {
    id: "65a000000000000000000002",
    username: "Bo",
    content: "Is it?",
    createdAt: "2026-02-01T10:00:00.000Z",
  };
  const address = here.url(`/article/${article.id}`);
  expect(written(discussion(here, article, [comment]))).toEqual({
    "@type": "DiscussionForumPosting",
    "@id": `${address}#posting`,
    headline: "On rates",
    text: "What they do.",
    url: address,
    mainEntityOfPage: address,
    sharedContent: { "@type": "WebPage", url: "https://elsewhere.example/rates" },
    articleSection: "Macro",
    author: { "@type": "Person", name: "Ada" },
    datePublished: "2026-01-31T09:00:00.000Z",
    commentCount: 31,
    interactionStatistic: [
      ["LikeAction", 7],
      ["CommentAction", 31],
      ["ViewAction", 120],
    ].map(([type, count]) => ({
      "@type": "InteractionCounter",
      interactionType: { "@type": type },
      userInteractionCount: count,
    })),
    comment: [
      {
        "@type": "Comment",
        "@id": `${address}#comment-${comment.id}`,
        text: "Is it?",
        author: { "@type": "Person", name: "Bo" },
        datePublished: "2026-02-01T10:00:00.000Z",
      },
    ],
  });
});

test("breadcrumbs start at the front page, and are numbered from 1", () => {
  const crumb = (position: number, name: string, path: string) => ({
    "@type": "ListItem",
    position,
    name,
    item: here.url(path),
  });
  expect(written(breadcrumbs(here, [{ label: "Macro", to: "/macro" }]))).toEqual({
    "@type": "BreadcrumbList",
    itemListElement: [crumb(1, site.name, "/"), crumb(2, "Macro", "/macro")],
  });
});

describe("reviews", () => {
  const review = {
    id: "65a000000000000000000003",
    title: "Middlemarch",
    author: "George Eliot",
    url: null,
    rating: 4,
    username: "Cy",
    category: "literature",
    review: "Long, and worth it.",
    createdAt: "2026-01-30T09:00:00.000Z",
  };

  test("have their work, and their rating with its range", () => {
    const list = written(
      reviewList(here, {
        name: "Book Nook",
        path: "/book-nook",
        reviews: [review],
        areBooks: true,
      }),
    );
    expect(list).toEqual({
      "@type": "ItemList",
      name: "Book Nook",
      url: here.url("/book-nook"),
      numberOfItems: 1,
      itemListElement: [
        {
          "@type": "ListItem",
          position: 1,
          item: {
            "@type": "Review",
            author: { "@type": "Person", name: "Cy" },
            datePublished: "2026-01-30T09:00:00.000Z",
            reviewBody: "Long, and worth it.",
            reviewRating: { "@type": "Rating", ratingValue: 4, bestRating: 5, worstRating: 1 },
            itemReviewed: {
              "@type": "Book",
              name: "Middlemarch",
              author: { "@type": "Person", name: "George Eliot" },
            },
          },
        },
      ],
    });
  });
});
