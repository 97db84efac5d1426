import mongoose from "mongoose";
import { expect, test, vi } from "vitest";
import { ArticleLines } from "~/components/articles/article-lines";
import { postArticle, readArticle } from "~/services/articles/articles.server";
import { toLines } from "~/utils/article-lines.server";
import { useDatabase } from "../../setup/database";
import { addUser, someArticle } from "../../setup/people";
import { render } from "../../setup/routes";

useDatabase();

test("lines name the assets of all their articles, which one query reads", async () => {
  const author = await addUser();
  const posted = async (title: string, more = {}) =>
    readArticle((await postArticle(author, someArticle({ title, ...more }))).id);
  const articles = [
    await posted("Solana and $ETH against $BTC"),
    await posted("Bonds", { disclosure: "short" }),
    await posted("$BTC, $ETH, $SOL, $ADA, $XRP and $DOT"),
  ];
  const finds = vi.spyOn(mongoose.mongo.Collection.prototype, "find");
  const lines = await toLines(articles);
  expect(finds).toHaveBeenCalledTimes(1);
  finds.mockRestore();
  expect(lines.map(({ assets }) => assets)).toEqual([
    ["BTC", "ETH", "SOL"],
    [],
    ["ADA", "BTC", "DOT", "ETH", "SOL", "XRP"],
  ]);
  const page = render(() => <ArticleLines articles={lines} />);
  const text = page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(text).toContain("Names BTC, ETH, SOL example.org");
  expect(text).toContain("Names ADA, BTC, DOT, ETH and 2 more");
  expect(text).toContain(`by ${author.name} , who is short of it today 0 comments`);
  expect(text).toContain(`by ${author.name} today 0 comments`);
  expect(page).toContain(`href="/article/${articles[1]!.id}">Bonds</a>`);
});
