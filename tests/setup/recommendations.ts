/** Closing prices and recommendations for tests, created as the site does. */
import { addDays, dayOf } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { replaceEffects } from "~/models/author-effect.server";
import { storeAssetCloses } from "~/models/price.server";
import {
  storeRecommendation,
  type StoreOptions,
} from "~/services/recommendations/generation.server";
import { addSignedIn } from "./people";

/** Enough days for a momentum, and for the earlier closes that may replace missing ones. */
const DAYS = 31;

/** The close of each asset on the day before. */
const LEVELS = { BTC: 60_000, SOL: 150, USDT: 1 };
/** The growth of each asset in four weeks, as a factor. */
const GAINS = { BTC: 1.1, SOL: 1.3, USDT: 1 };

/**
 * Imports closes of BTC, SOL and USDT up to the day before a moment. BTC gained ten percent in four weeks
 * and SOL thirty. Both swing by two percent every other day, a volatility of 38.5 percent a year. That is
 * below the portfolio's limit of 40, so a quarter goes to BTC, the maximum to SOL, and 15 percent stay in cash.
 */
export async function importMomentumCloses(moment = new Date(), days = DAYS): Promise<void> {
  const yesterday = addDays(dayOf(moment), -1);
  const closes = momentumAssets.flatMap((asset) =>
    Array.from({ length: days }, (_, i) => ({
      asset,
      day: addDays(yesterday, -i),
      close:
        LEVELS[asset] * GAINS[asset] ** (-i / 28) * (asset === "USDT" || i % 2 === 0 ? 1 : 1.02),
    })),
  );
  await storeAssetCloses("import", closes);
}

/** Stores a momentum recommendation of a moment with an allocation, without inputs. */
export const addMomentum = (
  createdAt: Date,
  allocation: Record<string, number> = { BTC: 20, SOL: 30, USDT: 50 },
  making: StoreOptions = { bySchedule: true },
) =>
  storeRecommendation<"momentum">(
    {
      kind: "momentum",
      createdAt,
      rationale: "A reason.",
      allocation,
      facts: {
        asOf: addDays(dayOf(createdAt), -1),
        source: "import",
        sourceLabel: "imported closes",
        isSample: false,
        isDegraded: false,
        hasPegWarning: false,
        notCash: null,
        rates: { BTC: 10, SOL: 30.25, USDT: null },
      },
      calculation: {},
    },
    [],
    making,
  );

/** What is stored of a sentiment recommendation of a moment with an allocation, besides its inputs. */
export const sentimentOf = (
  createdAt: Date,
  allocation: Record<string, number> = { BTC: 29, SOL: 15, USDT: 56 },
) => ({
  kind: "sentiment" as const,
  createdAt,
  rationale: "A reason.",
  allocation,
  facts: {
    token: "BTC",
    mentionCount: 1234,
    from: new Date(createdAt.getTime() - 7 * 86_400_000),
    to: createdAt,
    method: 1,
    isSample: false,
    trust: { computedAt: createdAt, roots: 7, areGrants: false, people: 31, upvotes: 412 },
    unlisted: {},
    outside: [],
    notCash: null,
  },
  calculation: {},
});

/** Stores a sentiment recommendation of a moment with an allocation, by default without inputs. */
export const addSentiment = (
  createdAt: Date,
  allocation?: Record<string, number>,
  inputs: readonly object[] = [],
) =>
  storeRecommendation<"sentiment">(sentimentOf(createdAt, allocation), inputs, {
    bySchedule: true,
  });

/** Stores the effects of authors on a recommendation. @param points of BTC, by the id of the author */
export const addEffects = (
  of: { id: string; createdAt: Date },
  points: Readonly<Record<string, number>>,
) =>
  replaceEffects(
    of,
    (async function* () {
      yield Object.entries(points).map(([author, size]) => ({
        author,
        size,
        points: { BTC: size, USDT: -size },
        mentions: [{ token: "BTC", number: 1 }],
      }));
    })(),
    { isFromInputs: false, price: { least: null, most: null } },
  );

/** Makes a site, whose database is open, generate a recommendation of each engine. */
export async function generateOn(origin: string): Promise<void> {
  await importMomentumCloses();
  const { token } = await addSignedIn({ isMember: true });
  const request = { method: "POST", headers: { Authorization: `Bearer ${token}` } };
  for (const kind of ["momentum", "sentiment"]) {
    const response = await fetch(`${origin}/api/${kind}-recommendations/generate`, request);
    if (!response.ok) throw new Error(await response.text());
  }
}
