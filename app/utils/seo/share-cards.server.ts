/** What the share images of articles and recommendations say. */
import { hueOf } from "~/components/recommendations/allocation-colors";
import { engineDisplay } from "~/components/track-record/engine-display";
import { shortChange } from "~/components/track-record/verdict";
import { site } from "~/config/site";
import { sharesOf } from "~/domain/allocation";
import { daysBetween } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { CASH } from "~/domain/tokens";
import { domainOf } from "~/domain/web-url";
import type { SerializedArticle } from "~/presenters/articles";
import type { Verdict } from "~/services/recommendations/verdict.server";
import type { Card } from "~/services/share-cards/card";
import { colors } from "~/styles/tokens";
import { describeDay, formatDay } from "../dates";
import { formatNumber, plural } from "../format";

type ShownArticle = Pick<
  SerializedArticle,
  "title" | "category" | "reviewer" | "url" | "upvotes" | "commentCount" | "createdAt"
>;

/** The card of an article. */
export function articleCard(article: ShownArticle): Card {
  const { title, category, reviewer, url, upvotes, commentCount, createdAt } = article;
  return {
    site: site.name,
    kicker: category.name,
    color: (category.slug in colors ? colors[category.slug as keyof typeof colors] : colors.muted)
      .light,
    title,
    plainTitle: `An article in ${category.name}`,
    byline: [`by ${reviewer}`, domainOf(url)],
    figures: [
      { value: formatNumber(upvotes), unit: upvotes === 1 ? "upvote" : "upvotes" },
      { value: formatNumber(commentCount), unit: commentCount === 1 ? "comment" : "comments" },
      { value: formatDay(new Date(createdAt)), unit: "posted" },
    ],
  };
}

interface ShownRecommendation {
  weekDate: string;
  reason: string;
  allocation: Readonly<Record<string, number>>;
  isSample: boolean;
}

/**
 * The card of a recommendation.
 * @param verdict what the engine's record says now; `null` if it has none yet
 */
export function recommendationCard(
  engine: Engine,
  { weekDate, reason, allocation, isSample }: ShownRecommendation,
  verdict: Verdict | null,
): Card {
  const { name } = engineDisplay[engine];
  const color = colors[engine === "momentum" ? "accent" : "sentiment"].light;
  const sample = engine === "momentum" ? "Sample prices" : "Sample texts";
  return {
    site: site.name,
    kicker: `${name} · Week of ${describeDay(weekDate)}${isSample ? ` · ${sample}` : ""}`,
    color,
    title: reason,
    plainTitle: name,
    split: sharesOf(allocation).map(({ asset, percent }) => ({
      asset,
      percent,
      fill: colors[hueOf(asset)].light,
      ink: colors[asset === CASH ? "ink" : "on-asset"].light,
    })),
    ...recordOf(name, color, verdict),
  };
}

function recordOf(name: string, color: string, verdict: Verdict | null) {
  if (!verdict) return { figures: [{ value: "No track record yet", unit: name }] };
  const { weeks, value, bitcoin, isLuckExcluded, points } = verdict;
  const luck = isLuckExcluded ? "luck excluded" : "luck not excluded";
  const [from, until] = [points[0]?.day ?? "", points.at(-1)?.day ?? ""];
  const length = daysBetween(from, until) || 1;
  return {
    figures: [
      { value: shortChange(value), unit: `in ${plural(weeks, "week")}, ${luck}` },
      { value: shortChange(bitcoin), unit: "BTC" },
    ],
    lines: {
      points: points.map((point) => ({
        at: daysBetween(from, point.day) / length,
        value: point.value,
        bitcoin: point.bitcoin,
      })),
      color,
      labels: { value: name, bitcoin: "BTC" },
    },
  };
}
