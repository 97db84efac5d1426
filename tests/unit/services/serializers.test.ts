import { expect, test } from "vitest";
import {
  serializeListedArticle,
  serializeComment,
  serializeUser,
  serializeArticle,
} from "~/services/serializers";

const article = {
  id: "65f0c0ffee65f0c0ffee65f0",
  title: "A title",
  summary: "A summary",
  url: "https://example.org/paper",
  imageUrl: null,
  category: "book-nook",
  content: "# Text",
  authorId: "65f0c0ffee65f0c0ffee65f1",
  reviewer: "Mara",
  createdAt: new Date("2026-01-31T12:34:56.789Z"),
  views: 3,
  upvotes: 2,
  commentCount: 1,
  version: 2,
  editedAt: new Date("2026-02-01T00:00:00Z"),
  repostedAt: null,
};

const listed = {
  id: "65f0c0ffee65f0c0ffee65f0",
  title: "A title",
  summary: "A summary",
  url: "https://example.org/paper",
  imageUrl: "/images/category/book-nook.svg",
  category: { slug: "book-nook", name: "Book Nook" },
  createdAt: "2026-01-31T12:34:56.789Z",
  views: 3,
  upvotes: 2,
  commentCount: 1,
  reviewer: "Mara",
  editedAt: "2026-02-01T00:00:00.000Z",
  repostedAt: null,
};

test("an article is serialized with or without its text, and never with its author's id", () => {
  expect(serializeListedArticle(article)).toEqual(listed);
  expect(serializeArticle(article)).toEqual({ ...listed, content: "# Text" });
  expect(serializeArticle({ ...article, content: undefined }).content).toBe("");
});

test("an API client gets an absolute address of the placeholder, and a given picture as it is", () => {
  expect(serializeListedArticle(article, "https://site.example").imageUrl).toBe(
    "https://site.example/images/category/book-nook.svg",
  );
  const imageUrl = "https://example.org/picture.png";
  expect(serializeListedArticle({ ...article, imageUrl }, "https://site.example").imageUrl).toBe(
    imageUrl,
  );
});

test("comments and users are serialized without private fields", () => {
  const comment = {
    id: "65f0c0ffee65f0c0ffee65f2",
    username: "Ida",
    content: "Yes.",
    createdAt: new Date(0),
    author: "secret",
    version: 1,
    editedAt: null,
    removedAt: null,
  };
  expect(serializeComment(comment)).toEqual({
    id: "65f0c0ffee65f0c0ffee65f2",
    username: "Ida",
    content: "Yes.",
    createdAt: "1970-01-01T00:00:00.000Z",
    editedAt: null,
    removedAt: null,
  });
  const user = {
    id: "1",
    name: "Ida",
    email: "ida@example.org",
    isMember: true,
    hasProvenEmail: true,
    passwordHash: "x",
  };
  expect(serializeUser(user)).toEqual({
    id: "1",
    name: "Ida",
    email: "ida@example.org",
    isMember: true,
  });
});
