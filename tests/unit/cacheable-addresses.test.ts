import { describe, expect, it, test } from "vitest";
import { cacheableAddress } from "~/services/cacheable-addresses.server";

const ID = "6790a1f2c3d4e5f60718293a";

it.each([
  ["/", "/"],
  ["/?utm_source=x", "/"],
  ["/community", "/community"],
  ["/community?utm=1&sort=hot", "/community?sort=hot"],
  ["/community?category=macro&sort=hot", "/community?sort=hot&category=macro"],
  ["/community?x=1&x=2", "/community"],
  ["/category/crypto?view=cards", "/category/crypto?view=cards"],
  [`/article/${ID}?after=x&x=y`, `/article/${ID}?after=x`],
  [`/article/${ID}?comment=${ID}&order=best`, `/article/${ID}?comment=${ID}&order=best`],
  [`/macro/reviews/${ID}?thread=${ID}`, `/macro/reviews/${ID}?thread=${ID}`],
  ["/macro?q=", "/macro"],
  ["/whitepaper?view=pdf", "/whitepaper?view=pdf"],
  ["/sitemap/articles-12.xml", "/sitemap/articles-12.xml"],
  [`/api/articles/${ID}/comments?cursor=a.b`, `/api/articles/${ID}/comments?cursor=a.b`],
  [
    `/api/sentiment-recommendations/${ID}?page=2&token=BTC&x=1`,
    `/api/sentiment-recommendations/${ID}?token=BTC&page=2`,
  ],
  ["/sentiment/" + ID + "?page=2&token=BTC", `/sentiment/${ID}?token=BTC&page=2`],
])("%s is cached as %s", (target, address) => {
  expect(cacheableAddress(target)?.address).toBe(address);
});

describe("is not cached:", () => {
  test.each([
    ["a page of the user", "/dashboard"],
    ["a search", "/search?q=gold"],
    ["comments opened on a card", `/community?comments=${ID}`],
    ["a form to answer a comment", `/article/${ID}?reply=${ID}`],
    ["the user of a token", "/api/auth/verify"],
    ["a file that may be requested in ranges", "/api/whitepaper.pdf"],
    ["data of a page", "/community.data"],
    ["another spelling", "/Community"],
    ["another spelling, encoded", "/%63ommunity"],
    ["an invalid id", "/article/1"],
    ["a property name of objects", "/constructor"],
    ["an address of another site", "http://evil.example/"],
    ["a repeated parameter", "/community?sort=new&sort=top"],
    ["an address longer than any link", `/community?after=${"x".repeat(600)}`],
  ])("%s", (_what, target) => {
    expect(cacheableAddress(target)).toBeNull();
  });
});

test.each([
  [`/article/${ID}`, ID],
  [`/article/${ID}?after=x`, ID],
  [`/api/articles/${ID}`, null],
  [`/api/articles/${ID}/comments`, null],
  [`/macro/reviews/${ID}`, null],
])("the article viewed with %s is %s", (target, article) => {
  expect(cacheableAddress(target)?.viewedArticle).toBe(article);
});
