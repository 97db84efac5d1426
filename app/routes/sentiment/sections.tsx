import { TextLink } from "~/components/ui/link";
import { Card } from "~/components/ui/card";
import { MAX_RISK_BUDGET, NO_TOKEN } from "~/domain/sentiment/allocation";
import { POST_CALIBRATION } from "~/domain/sentiment/calibration";
import { NEUTRAL_BELOW } from "~/domain/sentiment/evaluation";
import { SCHEDULED_TEXT_HOURS, SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { Figures } from "~/components/club/figures";
import { Section } from "~/components/ui/page";
import type { Day } from "~/domain/calendar-days";
import type { SerializedSentiment } from "~/presenters/recommendations";
import { describeDay } from "~/utils/dates";
import { formatNumber, plural } from "~/utils/format";
import { DataTable } from "~/components/track-record/data-table";
import { attackedCommunities, SUPPORTED_EACH } from "~/domain/sentiment/attack-results";
import { MIN_PARTS, SUPPORT_DAYS } from "~/domain/sentiment/trust";
import { markCash } from "~/domain/cash";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { RecommendationCard, type Listed } from "~/components/recommendations/recommendation-card";
import { CashWarning } from "~/components/recommendations/recommendation-parts";

const parts = [
  {
    title: "Social Media Monitoring",
    text: `Articles, comments and reviews that the community wrote here in the last ${SENTIMENT_DAYS} days are searched for tokens. The scheduled allocation of a week counts only texts that are at least ${SCHEDULED_TEXT_HOURS} hours old. Outside sources are read only if the site’s operator has enabled them.`,
  },
  {
    title: "Sentiment Scoring",
    text: `What is said about a token is scored from −1 to 1 with VADER, a lexicon with rules for words such as “not” and “very”, extended with words and phrases of finance and rules for things that rise or fall and for mockery. Posts exaggerate: of the score of a comment, a review or a text from outside, only ${100 * POST_CALIBRATION}% of what exceeds ${NEUTRAL_BELOW} counts, which fits the labels that people gave to 1,000 forum posts.`,
  },
  {
    title: "Dynamic Allocation",
    text: `The better the mood, the more is invested, up to ${MAX_RISK_BUDGET}%. The invested part goes to the tokens that trusted people speak well of, in proportion to how well and how many they are; the rest stays in USDT.`,
  },
] as const;

/** An overview of the engine, and what it is not. */
export const HowItWorks = () => (
  <section aria-labelledby="how" className="pt-10 sm:pt-14">
    <h2 id="how" className="mb-6 section-title">
      How Sentiment Analysis Works
    </h2>
    <ul className="grid gap-5 md:grid-cols-3">
      {parts.map(({ title, text }) => (
        <li key={title} className="grid">
          <Card className="border-t-2 border-t-sentiment">
            <h3 className="font-display text-xl font-medium">{title}</h3>
            <p className="mt-1.5 text-base text-pretty text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
    <p className="mt-5 max-w-measure text-pretty">
      “AI-powered” is the usual label. What runs here is a fixed set of rules over words and
      numbers. It uses no machine learning, and each recommendation shows{" "}
      <TextLink to="#method">every step from the scored texts to the allocation</TextLink>.
    </p>
  </section>
);

interface InsightsProps {
  latest: SerializedSentiment;
  /** The total number of recommendations, not only those shown. */
  total: number;
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
          note: "Documents that count, weighed by their authors",
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

const attackRows = attackedCommunities.flatMap(
  ({ trusted, others, atRisk, strangers, fortnight, cohorts }) =>
    [strangers, fortnight, cohorts].map((attack) => ({ trusted, others, atRisk, ...attack })),
);

/** How far false accounts can move an allocation, according to a simulation. */
export const Attacks = () => (
  <Section
    id="attacks"
    title="What False Accounts Can Do"
    standfirst="Simulated on sixty made-up weeks of each of four communities: false accounts praise or disparage each token in turn, also one that nobody else names. Each writes three documents, and they upvote each other."
  >
    <DataTable
      captionId="attacks-moved"
      caption="Percentage points by which the worst of these attacks moves an allocation. The deceived are trusted people who upvoted one of the accounts; at risk is the mean percentage without an attack."
      rows={attackRows}
      keyOf={({ trusted, accounts, fooled }) => `${trusted} ${accounts} ${fooled}`}
      columns={[
        {
          label: "Community",
          isText: true,
          cell: ({ trusted, others }) =>
            `${trusted} trusted${others ? ` and ${plural(others, "other")}` : ""}`,
        },
        {
          label: "False accounts",
          isText: true,
          cell: ({ accounts, fooled }) => `${accounts}, ${fooled || "nobody"} deceived`,
        },
        { label: "Median", cell: ({ median }) => median },
        { label: "9 of 10", cell: ({ ninetieth }) => ninetieth },
        { label: "Worst", cell: ({ worst }) => worst },
        { label: "At risk", cell: ({ atRisk }) => `${atRisk}%` },
      ]}
    />
    <p className="mt-4 max-w-measure text-base text-pretty text-muted">
      {new Intl.ListFormat("en").format(attackedCommunities.map(({ members }) => `${members}`))} of
      the trusted are members. Each has upvoted {SUPPORTED_EACH} others in the last {SUPPORT_DAYS}{" "}
      days, or all there are. Nobody gives one person more than one part in {MIN_PARTS} of what they
      pass on, so it makes no difference whom else the deceived support, nor how old the false
      accounts are. What counts is how many of the trusted were deceived: more of them move more,
      and members who admit false accounts by vote give them full trust. A community of three puts
      at most 6% at risk.
    </p>
  </Section>
);

interface SentimentCardProps {
  recommendation: Listed<SerializedSentiment>;
  isCurrent?: boolean;
}

export const SentimentCard = ({ recommendation, isCurrent = true }: SentimentCardProps) => (
  <RecommendationCard
    {...recommendation}
    isCurrent={isCurrent}
    to={`/sentiment/${recommendation.id}`}
    sample={recommendation.isSample ? "Sample texts" : null}
    badges={<CashWarning notCash={recommendation.notCash} />}
    figures={
      <dl className="flex flex-wrap gap-x-4 text-sm max-sm:mt-1">
        <Figure label="Top Token" value={recommendation.token} />
        <Figure label="Mentions" value={formatNumber(recommendation.mentionCount)} />
      </dl>
    }
    split={
      <AllocationBar
        allocation={markCash(sharesOf(recommendation.allocation), recommendation.notCash)}
        size={isCurrent ? "lg" : "sm"}
        figures="lines"
      />
    }
  />
);

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="flex gap-x-1.5">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
);
