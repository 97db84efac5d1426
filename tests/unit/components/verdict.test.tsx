import { expect, test } from "vitest";
import { describeVerdict } from "~/components/track-record/verdict";
import {
  compareWithMix,
  describeChange,
  describeLuck,
} from "~/components/track-record/verdict-strip";

const verdict = { weeks: 12, value: 1.04, bitcoin: -11.94, isLuckExcluded: false };

test.each([
  [{}, "12 weeks: +1.0%, BTC −11.9%; luck not excluded"],
  [{ weeks: 1, value: 0.04 }, "1 week: 0.0%, BTC −11.9%; luck not excluded"],
  [{ weeks: 1200, isLuckExcluded: true }, "1,200 weeks: +1.0%, BTC −11.9%; luck excluded"],
])("a verdict in one line, with %o", (changed, words) => {
  expect(describeVerdict({ ...verdict, ...changed } as never)).toBe(words);
});

test.each([
  [1.04, "gained 1.0%"],
  [-11.94, "lost 11.9%"],
  [-0.04, "stayed level"],
])("a change of %d is “%s”", (percent, words) => {
  expect(describeChange(percent)).toBe(words);
});

test.each([
  // 2.4 and 8.4, although the difference of the exact figures is 5.9.
  [2.44, 8.35, "would have gained 8.4%, so changing it every week cost 6.0 points."],
  [2.4, -1, "would have lost 1.0%, so changing it every week added 3.4 points."],
  [0, 0.04, "would have stayed level, so changing it every week made no difference."],
])("%d beside a mean mix of %d", (value, ownMix, words) => {
  expect(compareWithMix(value, ownMix)).toBe(`Holding its own average mix all along ${words}`);
});

test.each([
  [7, false, "Luck is not excluded: after 7 weeks nobody can tell skill from chance."],
  [
    8,
    false,
    "Luck is not excluded: a method without any skill could have done the same by chance.",
  ],
  [400, true, "Luck is excluded with 95% confidence: chance alone would hardly ever do as well."],
])("luck after %d weeks, excluded: %s", (weeks, isLuckExcluded, words) => {
  expect(describeLuck({ weeks, isLuckExcluded })).toBe(words);
});
