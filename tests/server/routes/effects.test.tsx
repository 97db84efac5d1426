import { expect, test } from "vitest";
import PersonPage, { loader as loadPerson } from "~/routes/people/person";
import SentimentPage, { loader as loadSentiment } from "~/routes/sentiment/recommendation";
import { addMissingEffects } from "~/services/recommendations/effects.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { collection, useDatabase } from "../../setup/database";
import { addMembers, addMentions, someMention } from "../../setup/mentions";
import { idOf } from "../../setup/rows";
import { load, render, wordsOf } from "../../setup/routes";

useDatabase();

const HOUR = 3_600_000;

test("pages say whose texts moved a recommendation, and link there", async () => {
  const authors = Array.from({ length: 21 }, (_, i) => idOf(0xa100 + i));
  await addMembers(authors);
  await collection("users").updateOne(
    { nameKey: authors[0] },
    { $set: { name: "Mara", nameKey: "mara" } },
  );
  const createdAt = Date.now() - 3 * HOUR;
  await addMentions(
    authors.map((author, i) => someMention({ author, createdAt, p: i ? 0.3 : 1, token: "BTC" })),
  );
  const { id, allocation } = await sentimentEngine.make(new Date(Date.now() - 2 * HOUR));
  const path = `/sentiment/${id}`;
  const read = async () => {
    const html = render(SentimentPage, await load(loadSentiment, path, { params: { id } }), {
      path,
    });
    return { html, words: wordsOf(html) };
  };
  const { html, words } = await read();
  expect(allocation.BTC).toBeGreaterThan(0);
  expect(words).toMatch(/Without what Mara wrote, BTC would have got \d+ points less\./);
  expect(html).toContain('href="/people/Mara"');
  expect(html).toMatch(new RegExp(`href="${path}\\?token=BTC&mention=\\d+#mention-\\d+"`));
  expect(words).toContain("No number of accounts that nobody trusts would have moved an asset");
  expect(words).not.toContain("computed later, from its stored inputs");

  const params = { name: "Mara" };
  const person = await load(loadPerson, "/people/Mara", { params });
  const page = render(PersonPage, person, { path: "/people/Mara" });
  expect(page).toContain(`href="${path}#effects"`);
  expect(wordsOf(page)).toMatch(/What moved the money .* BTC \+\d+ USDT −\d+/);

  await collection("effect-summaries").deleteMany({});
  expect((await read()).words).not.toContain("Which words moved the money");
  await addMissingEffects();
  expect((await read()).words).toContain("computed later, from its stored inputs");
});
