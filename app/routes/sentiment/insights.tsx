import { Figures } from "~/components/club/figures";
import { Section } from "~/components/ui/page";
import type { Day } from "~/domain/calendar-days";
import { NO_TOKEN } from "~/domain/sentiment/allocation";
import type { SerializedSentiment } from "~/presenters/recommendations";
import { describeDay } from "~/utils/dates";
import { formatNumber } from "~/utils/format";

interface InsightsProps {
  latest: SerializedSentiment;
  /** The total number of recommendations, not only those shown. */
  total: number;
  /** The Monday of the current week. */
  week: Day;
}

/** Key figures of the latest recommendation and of all. */
export const Insights = ({ latest, total, week }: InsightsProps) => (
  <Section id="insights" title="Insights">
    <Figures
      figures={[
        {
          label: "Most Mentioned Token",
          value: latest.token || NO_TOKEN,
          note: latest.weekDate === week ? "This week" : `Week of ${describeDay(latest.weekDate)}`,
        },
        {
          label: "Peak Mentions",
          value: formatNumber(latest.mentionCount || 0),
          note: "Documents that mention it",
        },
        {
          label: "Total Recommendations",
          value: formatNumber(total),
          note: "Generated this period",
        },
      ]}
    />
  </Section>
);
