/** From a mention to the words of its score, by the page and by the API, and to the same sentence in its text. */
import { beforeEach, describe, expect, test } from "vitest";
import { reviewPath } from "~/config/hubs";
import type { Viewer } from "~/domain/viewer";
import { loader as articleLoader } from "~/routes/article/layout";
import { loader as discussionLoader } from "~/routes/article/discussion";
import { loader as commentLoader } from "~/routes/comment.$id";
import { loader as reviewLoader } from "~/routes/hubs/review";
import Page, { loader } from "~/routes/sentiment/recommendation";
import type { ExplainedMentionResponse } from "~/schemas/mention-responses";
import { cacheableAddress } from "~/services/cacheable-addresses.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import { refreshMentions } from "~/services/recommendations/mentions.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { call } from "../../setup/api";
import { validationErrors } from "../../setup/api-document";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();

let author: Viewer;
let id: string;
let article: string;
let comment: string;
let review: Awaited<ReturnType<typeof addReview>>;

beforeEach(async () => {
  author = await addUser({ isMember: true });
  ({ id: article } = await addArticle({
    author,
    title: "On fees",
    content: "Nothing. **$BTC** is _not_ good; <b>costs fell</b>!",
  }));
  ({ id: comment } = await commentOnArticle(author, article, {
    content: "SOL is “great”, @nobody",
  }));
  review = await addReview(author, someReview({ review: "They say ETH is good. I doubt it." }));
  await refreshMentions();
  ({ id } = await sentimentEngine.make(new Date()));
});

/** The number of the mention of a token; they are in alphabetical order. */
const numberOf = (token: "BTC" | "ETH" | "SOL") => ["BTC", "ETH", "SOL"].indexOf(token) + 1;

async function explain(token: "BTC" | "ETH" | "SOL") {
  const response = await call(`/api/sentiment-recommendations/${id}/mentions/${numberOf(token)}`);
  expect(response.status).toBe(200);
  const read = (await response.json()) as ExplainedMentionResponse;
  expect(validationErrors({ $ref: "#/components/schemas/ExplainedMention" }, read)).toEqual([]);
  return read;
}

const open = (query: string) => load(loader, `/sentiment/${id}?${query}`, { params: { id } });

describe("the words of a mention", () => {
  test("are those of the text, with their rules, and give the stored score", async () => {
    const { mention, state, explanation } = await explain("BTC");
    expect(state).toBe("explained");
    expect(mention).toMatchObject({ number: 1, token: "BTC", authorName: author.name });
    expect(explanation!.p).toBe(mention.p);
    const words = explanation!.sentences.flatMap((sentence) => sentence.words);
    expect(words).toMatchObject([
      { text: "good", rating: 1.9, steps: [{ rule: "negation", text: "not", factor: -0.74 }] },
      { text: "fell", rating: 1.8, source: "direction", noun: "costs" },
    ]);
    expect(explanation!.sentences.map(({ link }) => new URL(link!).href)).toEqual([
      expect.stringContaining(`/article/${article}?mark=BTC#mark-1:~:text=`),
      expect.stringContaining(`/article/${article}?mark=BTC#mark-2:~:text=`),
    ]);
  });

  test("are on the page of the recommendation where its address names the mention", async () => {
    const data = await open("mention=1");
    expect(data.mentions.opened).toMatchObject({ number: 1, explanation: { state: "explained" } });
    const markup = render(Page, data);
    expect(markup).toMatch(/<details id="mention-1"[^>]* open=""/);
    expect(markup.match(/<details id="mention-\d+"[^>]* open=""/g)).toHaveLength(1);
    const words = wordsOf(markup);
    expect(words).toContain("is not ×−0.74 good −1.41");
    expect(words).toContain("said of “costs”, rated +1.80");
    for (const query of ["", "mention=0", "mention=x", "mention=4", "mention=1&token=SOL"]) {
      expect((await open(query)).mentions.opened, query).toBeNull();
    }
  });

  test("are not shown of a text that was edited or removed since", async () => {
    await editComment(author, comment, { content: "SOL is awful" });
    expect(await explain("SOL")).toMatchObject({ state: "changed", explanation: null });
    const words = wordsOf(render(Page, await open(`mention=${numberOf("SOL")}`)));
    expect(words).toContain("The text was edited after it was scored");
    expect(words).not.toContain("awful");
    await removeOwnComment(author, comment);
    expect(await explain("SOL")).toMatchObject({
      state: "gone",
      explanation: null,
      mention: { link: null },
    });
  });

  test("of another score than today's are shown as such", async () => {
    await collection("recommendation-inputs").updateMany({}, { $set: { "rows.0.p": 0.5 } });
    const { mention, explanation } = await explain("BTC");
    expect([mention.p, explanation!.p === 0.5]).toEqual([0.5, false]);
    expect(wordsOf(render(Page, await open("mention=1")))).toContain(
      "The recommendation was computed with +0.5000",
    );
  });

  test.each(["0", "4", "x", "1.5", "-1", "99999999999"])(
    "mention %s is not found",
    async (number) => {
      const { status } = await call(`/api/sentiment-recommendations/${id}/mentions/${number}`);
      expect(status).toBe(404);
    },
  );
});

describe("a text marks the sentences that count for a token", () => {
  test("an article, in its own text", async () => {
    const path = `/article/${article}`;
    const { html } = await load(articleLoader, `${path}?mark=btc`, { params: { id: article } });
    expect(html).toContain('<mark id="mark-1">BTC</mark>');
    expect(html).toContain('<b><mark id="mark-2">costs fell</mark></b>');
    for (const query of ["", "?mark=ETH", "?mark=x", "?mark=BTC&comment=1"]) {
      const plain = await load(articleLoader, path + query, { params: { id: article } });
      expect(plain.html, query).not.toContain("<mark");
    }
  });

  test("a comment, and a review", async () => {
    const place = `/article/${article}?comment=${comment}&mark=SOL`;
    const { comments } = await load(discussionLoader, place, { params: { id: article } });
    const marked = [{ text: "SOL is “great”, @nobody", mark: 1, isFirst: true }];
    expect(comments.map(({ segments }) => segments)).toEqual([marked]);

    const path = reviewPath(review);
    const read = await load(reviewLoader, `${path}?mark=ETH`, { params: { review: review.id } });
    expect(read.review.segments).toMatchObject([
      { text: "They say ETH is good", mark: 1 },
      ". ",
      {},
      ".",
    ]);
  });

  test("the address of a comment keeps the mark", async () => {
    const { location } = await ask(commentLoader, `/comment/${comment}?mark=SOL`, {
      params: { id: comment },
    });
    expect(location).toBe(`/article/${article}?comment=${comment}&mark=SOL#comment-${comment}`);
  });

  test("pages with marks or opened mentions are not kept", () => {
    for (const path of [`/article/${article}`, reviewPath(review), `/sentiment/${id}`]) {
      expect(cacheableAddress(path)?.address).toBe(path);
    }
    expect(cacheableAddress(`/article/${article}?mark=BTC`)).toBeNull();
    expect(cacheableAddress(`${reviewPath(review)}?mark=BTC`)).toBeNull();
    expect(cacheableAddress(`/sentiment/${id}?mention=1`)).toBeNull();
  });
});
