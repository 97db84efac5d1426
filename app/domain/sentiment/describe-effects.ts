/** Says in words which texts moved an allocation, and what it would take to manipulate it. */
import type { Difference } from "../allocation";
import { MOVED_POINTS, type Manipulation, type PriceOfManipulation } from "./manipulation";

/** 1 → "1 point", −2 → "2 points" */
const pointsOf = (points: number): string =>
  `${Math.abs(points)} ${Math.abs(points) === 1 ? "point" : "points"}`;

/** @param largest the largest effect of an author, or `null` if nobody has one; the name is `null` without an account */
export function describeLargest(
  largest: { name: string | null; moved: Difference } | null,
): string {
  if (!largest) {
    return "No single person moved this allocation: without what any one of them wrote, it would have been the same.";
  }
  const { name, moved } = largest;
  const { asset, points } = moved;
  const direction = points > 0 ? "less" : "more";
  return `Without what ${name ?? "somebody without an account"} wrote, ${asset} would have got ${pointsOf(points)} ${direction}.`;
}

/** Says what it would have taken to move an asset by `MOVED_POINTS`, and the most that anybody could do. */
export function describePrice({ least, most }: PriceOfManipulation): string {
  if (!least) {
    const reach = most
      ? `the most that any number could do is ${effectOf(most)}`
      : "they could not have moved anything";
    return `No number of accounts that nobody trusts would have moved an asset by ${MOVED_POINTS} points this week: ${reach}.`;
  }
  const accounts = least.accounts === 1 ? "1 account" : `${least.accounts} accounts`;
  const further =
    most && Math.abs(most.moved.points) > Math.abs(least.moved.points)
      ? ` The most that any number could do is ${effectOf(most)}.`
      : "";
  return `It would have taken ${accounts} that nobody trusts to move an asset by ${MOVED_POINTS} points this week: ${effectOf(least)}.${further}`;
}

/** 2 points more of BTC, by praising BTC */
const effectOf = ({ token, said, moved: { asset, points } }: Manipulation): string =>
  `${pointsOf(points)} ${points > 0 ? "more" : "less"} of ${asset}, by ${said > 0 ? "praising" : "condemning"} ${token}`;
