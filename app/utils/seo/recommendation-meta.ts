import type { MetaDescriptor } from "@remix-run/react";
import { engineDisplay } from "~/components/track-record/engine-display";
import type { Engine } from "~/domain/engines";
import { describeDay } from "../dates";
import { pageMeta, shareImage } from "./meta";
import { breadcrumbs } from "./structured-data";

interface MetaArgs {
  matches: readonly unknown[];
  data?: {
    recommendation: {
      id: string;
      weekDate: string;
      createdAt: string;
      rationale: string;
      reason: string;
    };
  };
}

export const recommendationMeta =
  (engine: Engine) =>
  ({ data, matches }: MetaArgs): MetaDescriptor[] => {
    if (!data) return pageMeta({ matches, title: "Not found", hidden: true });
    const { id, weekDate, createdAt, rationale, reason } = data.recommendation;
    const { name, list } = engineDisplay[engine];
    const week = `week of ${describeDay(weekDate)}`;
    const path = `${list}/${id}`;
    return pageMeta({
      matches,
      title: `${name}, ${week}`,
      description: rationale,
      image: shareImage(engine, { id, alt: `${name}, ${week}: ${reason}` }),
      path,
      type: "article",
      published: createdAt,
      structured: (context) =>
        breadcrumbs(context, [
          { to: list, label: name },
          { to: path, label: `The ${week}` },
        ]),
    });
  };
