/** What the schedule counts, and what the record says of texts that were changed after they had counted. */
import { expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { SCHEDULED_TEXT_HOURS, SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { storeCloses } from "~/models/price.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { findDifferences } from "~/services/recommendations/engines.server";
import { readRecordCsv } from "~/services/recommendations/record-csv.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readSentimentInputs } from "~/services/recommendations/sentiment-inputs.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { collection, useDatabase } from "../../setup/database";
import { addMentions, someMention } from "../../setup/mentions";
import { addArticle, addUser } from "../../setup/people";

useDatabase();

const HOUR = 3_600_000;

test("the schedule counts only texts that are twelve hours old, and members all", async () => {
  const at = new Date();
  const written = (hours: number) => someMention({ createdAt: at.getTime() - hours * HOUR });
  const [fresh, ripe, old, older] = [11.9, 12.1, 24 * 7 + 11.9, 24 * 7 + 12.1].map(written);
  await addMentions([fresh!, ripe!, old!, older!]);
  const made = async (bySchedule: boolean) => {
    const row = await sentimentEngine.make(at, { bySchedule });
    const { rows } = await readSentimentInputs(await sentimentEngine.read(row.id));
    expect(await findDifferences(row.id)).toEqual([]);
    return { ...row, documents: rows.map(({ document }) => document) };
  };
  const scheduled = await made(true);
  expect(scheduled.documents).toEqual([old!.document, ripe!.document]);
  expect(scheduled.facts.to).toEqual(new Date(at.getTime() - SCHEDULED_TEXT_HOURS * HOUR));
  expect(scheduled.facts.from.getTime()).toBe(
    scheduled.facts.to.getTime() - SENTIMENT_DAYS * 24 * HOUR,
  );
  // A second one of the week is not that of the schedule, but read the same.
  expect(await made(true)).toMatchObject({ isScheduled: false, documents: scheduled.documents });
  expect((await made(false)).documents).toEqual([ripe!.document, fresh!.document]);

  await collection("recommendations").updateMany({}, { $set: { "facts.to": at } });
  expect(await findDifferences(scheduled.id), "the window is checked").not.toEqual([]);
});

test("texts that counted and were removed or edited before the settlement are named", async () => {
  const at = new Date(Date.now() - 9 * 24 * HOUR);
  const { id: article } = await addArticle();
  const comments = await Promise.all(
    ["BTC is great", "BTC is good", "BTC is bad", "$SOL is good"].map(async (content) => {
      const author = await addUser({ isMember: true });
      return { author, ...(await commentOnArticle(author, article, { content })) };
    }),
  );
  const written = new Date(at.getTime() - 24 * HOUR);
  await collection("mentions").updateMany({}, { $set: { createdAt: written } });
  const { id } = await sentimentEngine.make(at, { bySchedule: true });
  const [kept, edited, removed, also] = comments;
  await editComment(edited!.author, edited!.id, { content: "BTC is awful" });
  await removeOwnComment(removed!.author, removed!.id);
  await removeOwnComment(also!.author, also!.id);
  for (const asset of ["BTC", "USDT"]) {
    const closes = Array.from({ length: 9 }, (_, i) => ({ day: addDays(dayOf(at), i), close: 1 }));
    await storeCloses("import", asset, closes);
  }
  expect(await settleOutcomes()).toEqual({ settled: 1 });
  await removeOwnComment(kept!.author, kept!.id);

  const { settlement } = await sentimentEngine.read(id);
  const text = { kind: "comment", weight: 1 };
  expect(settlement?.changedTexts).toEqual({
    count: 3,
    listed: expect.arrayContaining([
      { ...text, change: "edited", token: "BTC", p: expect.closeTo(0.3623) },
      { ...text, change: "removed", token: "BTC", p: expect.closeTo(-0.4438) },
      { ...text, change: "removed", token: "SOL", p: expect.closeTo(0.3623) },
    ]),
  });
  expect((await readEngineRecord("sentiment")).changedTexts).toEqual(new Map([[id, 3]]));
  const [head, week] = (await readRecordCsv("sentiment")).split("\n").map((row) => row.split(","));
  expect(week![head!.indexOf("changed_texts")]).toBe("3");
});
