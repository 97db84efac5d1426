import { expect, test } from "vitest";
import { moderationReasons, RULE_COUNT } from "~/domain/moderation";
import { powers, powerTable } from "~/domain/permissions";
import { readRuleTitles, renderRules } from "~/services/content/rules.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const numbers = Array.from({ length: RULE_COUNT }, (_, index) => index + 1);

test("there are as many house rules as decisions can name, each with a title and an anchor", async () => {
  const { title, html } = await renderRules();
  expect(title).toBe("House Rules");
  const anchors = [...html.matchAll(/<h2 id="rule-(\d+)"[^>]*><a [^>]*>(\d+)\. /g)];
  expect(anchors.map(([, id, shown]) => [Number(id), Number(shown)])).toEqual(
    numbers.map((number) => [number, number]),
  );
  const titles = await readRuleTitles();
  expect(Object.keys(titles).map(Number)).toEqual(numbers);
  expect(titles[1]).toBe("No spam or advertising");
  expect(titles[RULE_COUNT]).toBe("Do not get round a decision");
});

test("each reason rests on a rule that exists", () => {
  for (const { rule } of Object.values(moderationReasons)) {
    expect(rule === null || numbers.includes(rule)).toBe(true);
  }
});

test("administrators may do all that moderators may, and these all that everybody may", () => {
  const holders = new Set(powerTable.map((power) => power.holders.join()));
  expect(holders).toEqual(
    new Set([",moderator,administrator", "moderator,administrator", "administrator"]),
  );
  expect(powerTable.length).toBeGreaterThan(Object.keys(powers).length);
});
