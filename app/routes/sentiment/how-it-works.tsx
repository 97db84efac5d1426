import { Link } from "~/components/ui/link";
import { Card } from "~/components/ui/card";
import { MAX_RISK_BUDGET, MAX_HELD_TOKENS } from "~/domain/sentiment/allocation";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";

const parts = [
  {
    title: "Social Media Monitoring",
    text: `Articles, comments and reviews that the community wrote here in the last ${SENTIMENT_DAYS} days are searched for tokens. Outside sources are read only if the site’s operator has enabled them.`,
  },
  {
    title: "Sentiment Scoring",
    text: "What is said about a token is scored from −1 to 1 with VADER, a lexicon with rules for words such as “not” and “very”, extended with words of finance and a rule for things that rise or fall.",
  },
  {
    title: "Dynamic Allocation",
    text: `The better the mood, the more is invested, up to ${MAX_RISK_BUDGET}%. The invested part goes to the ${MAX_HELD_TOKENS} tokens with the best and most frequent mentions; the rest stays in USDT.`,
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
      numbers: nothing is learned, nothing is guessed, and{" "}
      <Link to="#method" className="link">
        each step can be checked
      </Link>
      .
    </p>
  </section>
);
