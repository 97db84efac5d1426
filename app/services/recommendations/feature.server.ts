import { feedFormats } from "~/config/feeds";
import { ARTICLES, PEOPLE, RECOMMENDATIONS, REVIEWS } from "~/config/page-tags";
import { engines } from "~/domain/engines";
import { listArticlesOf } from "~/models/article.server";
import { listEffectsBy, removeEffectsBy, transferEffects } from "~/models/author-effect.server";
import { listCommentsOf } from "~/models/comment.server";
import { findMentionsOf } from "~/models/mention.server";
import { listRecommendations, recommendationsById } from "~/models/recommendation.server";
import { listReviewsOf } from "~/models/review.server";
import { removeTrustOf } from "~/models/trust.server";
import { listQuery } from "~/schemas/pagination";
import { mentionsApiQuery, mentionsQuery } from "~/schemas/sentiment";
import { allPages, asPages, newestOf, parametersOf, type Feature } from "../feature";
import { repairLedger } from "../ledger/append-entry.server";
import { addMissingEffects } from "./effects.server";
import { sweep } from "./generation.server";
import { refreshMentionsDaily } from "./mentions.server";
import { keepSchedule } from "./schedule.server";
import { settleOutcomes } from "./settlement.server";
import { readOwnTrust, refreshTrustDaily } from "./trust.server";

/** The mentions of a sentiment recommendation name people, and link to comments and reviews that may be removed. */
const WITH_MENTIONS = [RECOMMENDATIONS, REVIEWS, ARTICLES, PEOPLE];

async function* readMentionsBy(userId: string) {
  for (const list of [listArticlesOf, listReviewsOf, listCommentsOf]) {
    for await (const { id } of allPages<{ id: string }>((page) => list(userId, page))) {
      for (const { document, p, createdAt, ...mention } of await findMentionsOf([id])) {
        yield { ...mention, documentId: document, score: p, createdAt: new Date(createdAt) };
      }
    }
  }
}

async function readTrustOf(userId: string) {
  const { own = null, facts } = (await readOwnTrust(userId)) ?? {};
  return own && facts ? [{ ...own, computedAt: facts.computedAt }] : [];
}

async function* readEffectsBy(userId: string) {
  for await (const effect of allPages((page) => listEffectsBy(userId, page))) {
    const { recommendationId, createdAt, points } = effect;
    yield { recommendationId, createdAt, points };
  }
}

/** The recommendations of both engines, with the ledger and the track record. */
export const recommendations: Feature = {
  async deleteFor({ id, successor, withContent }) {
    await removeTrustOf(id);
    if (withContent) for (const author of [id, successor.id]) await removeEffectsBy(author);
    else await transferEffects(id, successor.id);
  },
  exported: { mentions: readMentionsBy, trust: readTrustOf, effects: readEffectsBy },
  fixedPages: engines.flatMap((engine) => [
    [`/${engine}`, async () => newestOf(await listRecommendations(engine, { limit: 1 }))],
    [`/${engine}/track-record`],
  ]),
  sitemap: {
    recommendations: asPages(recommendationsById, ({ id, kind, createdAt }) => ({
      path: `/${kind}/${id}`,
      modified: createdAt,
    })),
  },
  upkeep: {
    schedule: keepSchedule,
    async ledger(log, signal) {
      await sweep();
      const { settled } = await settleOutcomes(signal);
      if (settled) log.info({ settled }, "outcomes were settled");
    },
    checkpoints: () => repairLedger(),
    async effects(log, signal) {
      const added = await addMissingEffects(signal);
      if (added) log.info({ added }, "effects of authors were computed");
    },
    async trust(log, signal) {
      const found = await refreshTrustDaily(signal);
      if (found) log.info(found, "trust was computed");
    },
    async mentions(log, signal) {
      const found = await refreshMentionsDaily(signal);
      if (found) log.info(found, "mentions were checked");
    },
  },
  cached: [
    { path: "/momentum", tags: [RECOMMENDATIONS], parameters: ["view"] },
    { path: "/momentum/:id", tags: [RECOMMENDATIONS] },
    { path: "/momentum/backtest.csv", tags: [RECOMMENDATIONS] },
    { path: "/api/momentum-recommendations/:id", tags: [RECOMMENDATIONS] },
    { path: "/sentiment", tags: [RECOMMENDATIONS] },
    { path: "/sentiment/:id", tags: WITH_MENTIONS, parameters: parametersOf(mentionsQuery) },
    {
      path: "/api/sentiment-recommendations/:id",
      tags: WITH_MENTIONS,
      parameters: parametersOf(mentionsApiQuery),
    },
    ...engines.flatMap((engine) => [
      { path: `/${engine}/track-record`, tags: [RECOMMENDATIONS] },
      { path: `/${engine}/track-record.csv`, tags: [RECOMMENDATIONS] },
      ...feedFormats.map((format) => ({
        path: `/${engine}/feed.${format}`,
        tags: [RECOMMENDATIONS],
      })),
      {
        path: `/api/${engine}-recommendations`,
        tags: [RECOMMENDATIONS],
        parameters: parametersOf(listQuery),
      },
    ]),
  ],
};
