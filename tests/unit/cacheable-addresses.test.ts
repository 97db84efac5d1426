import { describe, expect, it, test } from "vitest";
import { cacheableAddress } from "~/config/cacheable-addresses";

const ID = "6790a1f2c3d4e5f60718293a";

it.each([
  ["/", "/"],
  ["/?utm_source=x", "/"],
  ["/community", "/community"],
  ["/community?", "/community"],
  ["/community?utm=1&sort=hot", "/community?sort=hot"],
  ["/community?category=macro&sort=hot", "/community?sort=hot&category=macro"],
  ["/community?sort=hot&category=macro", "/community?sort=hot&category=macro"],
  ["/community?x=1&x=2", "/community"],
  ["/community?comments=", "/community"],
  [`/article/${ID}?after=x&x=y`, `/article/${ID}?after=x`],
  [`/article/${ID}?q=x`, `/article/${ID}`],
  ["/macro?q=", "/macro"],
  ["/whitepaper?view=pdf", "/whitepaper?view=pdf"],
  ["/macro/feed.atom?x", "/macro/feed.atom"],
  ["/sitemap.xml?x", "/sitemap.xml"],
  ["/sitemap/articles-12.xml", "/sitemap/articles-12.xml"],
  ["/api/articles?limit=20&x=1", "/api/articles?limit=20"],
  [`/api/articles/${ID}/comments?cursor=a.b`, `/api/articles/${ID}/comments?cursor=a.b`],
  [`/api/momentum-recommendations/${ID}?page=2`, `/api/momentum-recommendations/${ID}`],
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
    ["a form", "/login"],
    ["a search", "/search?q=gold"],
    ["a search in a list", "/macro?q=gold"],
    ["a search by the API", "/api/articles?q=gold"],
    ["comments opened on a card", `/community?comments=${ID}`],
    ["the user of a token", "/api/auth/verify"],
    ["a file that may be requested in ranges", "/api/whitepaper.pdf"],
    ["data of a page", "/community.data"],
    ["another spelling", "/Community"],
    ["another spelling, with a slash", "/community/"],
    ["another spelling, encoded", "/%63ommunity"],
    ["an unknown path", "/wp-login.php"],
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
  ["/community", null],
])("the article viewed with %s is %s", (target, article) => {
  expect(cacheableAddress(target)?.viewedArticle).toBe(article);
});
