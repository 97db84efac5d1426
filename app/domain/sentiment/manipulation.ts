/** The price of manipulation: how many accounts that nobody trusts would have moved an allocation. */
import { differenceOf, largestOf, type Difference } from "../allocation";
import { allTokens } from "../tokens";
import type { Crowd, SummedWeek } from "./summed-week";

/** From how many percentage points on an asset counts as moved. */
export const MOVED_POINTS = 5;
/** Up to this number of accounts each number is tried; beyond it, numbers that grow by a tenth. */
const EACH_UP_TO = 100;
const GROWTH = 1.1;
/** No more accounts are tried once all but this part of the weight that untrusted accounts can have is theirs. */
const REST = 1e-6;

/** What some accounts that nobody trusts would do to an allocation. */
export interface Manipulation extends Crowd {
  /** What their texts say of the token: 1 if they praise it as much as a text can, −1 if they condemn it. */
  said: 1 | -1;
  /** The asset whose share they would change most, and by how many percentage points. */
  moved: Difference;
}

export interface PriceOfManipulation {
  /**
   * The least number of accounts that move an asset by `MOVED_POINTS`, writing what moves it most; `null` if no number
   * does.
   */
  least: Manipulation | null;
  /** The most that any number does, by the fewest of those tried; `null` if none moves anything. */
  most: Manipulation | null;
}

/**
 * Searches for the accounts without trust that would move an allocation most. Each writes three texts about one token,
 * with the highest or the lowest possible score; all write about the same token.
 *
 * @param week the week as sums
 * @param allocation what was computed from it
 * @param tokens the tokens that anybody wrote about
 */
export function priceOfManipulation(
  week: SummedWeek,
  allocation: Readonly<Record<string, number>>,
  tokens: readonly string[],
): PriceOfManipulation {
  // All other tokens are alike: they cannot be covered, and only the voices of others without trust weigh less.
  const other = allTokens().find(({ symbol }) => !tokens.includes(symbol));
  const crowds = [...tokens, ...(other ? [other.symbol] : [])].flatMap((token) =>
    ([1, -1] as const).map((said) => ({ token, said })),
  );
  const tryOut = (crowd: (typeof crowds)[number], accounts: number): Manipulation | null => {
    const after = week.allocate({ ...crowd, accounts }).allocation;
    const moved = largestOf(differenceOf(after, allocation));
    return moved && { ...crowd, accounts, moved };
  };
  let least: Manipulation | null = null;
  let most: Manipulation | null = null;
  let before = 0;
  for (const accounts of triedNumbers(week)) {
    const isFirst = least === null;
    for (const crowd of crowds) {
      let found = tryOut(crowd, accounts);
      if (sizeOf(found) > sizeOf(most)) most = found;
      if (!isFirst || sizeOf(found) < MOVED_POINTS) continue;
      for (let [from, to] = [before, accounts]; to - from > 1;) {
        const middle = Math.floor((from + to) / 2);
        const tried = tryOut(crowd, middle);
        if (sizeOf(tried) < MOVED_POINTS) from = middle;
        else [to, found] = [middle, tried];
      }
      const isFewer = !least || found!.accounts < least.accounts;
      const isSame = found!.accounts === least?.accounts;
      if (isFewer || (isSame && sizeOf(found) > sizeOf(least))) least = found;
    }
    before = accounts;
  }
  return { least, most };
}

const sizeOf = (found: Manipulation | null) => Math.abs(found?.moved.points ?? 0);

function* triedNumbers(week: SummedWeek): Generator<number, void, undefined> {
  for (let accounts = 1; ;) {
    yield accounts;
    if (week.crowdShare(accounts) >= 1 - REST) return;
    accounts = accounts < EACH_UP_TO ? accounts + 1 : Math.ceil(accounts * GROWTH);
  }
}
