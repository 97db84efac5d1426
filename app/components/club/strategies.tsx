import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { Section } from "~/components/ui/page";

interface Strategy {
  name: string;
  text: string;
  /** An illustration, 96 by 40. */
  illustration: ReactNode;
}

const strategies: readonly Strategy[] = [
  {
    name: "Momentum",
    text: "Follows strong upward price trends: holds assets that have risen for weeks and leaves the rest.",
    illustration: <path d="M2 35 L18 30 L30 32 L46 22 L58 24 L76 10 L94 4" />,
  },
  {
    name: "Event Driven",
    text: "Treats market events as opportunities: upgrades, listings and votes whose dates are known in advance.",
    illustration: (
      <>
        <path d="M2 28 L40 28 L46 6 L53 34 L59 20 L94 20" />
        <path d="M46 38 V2" strokeDasharray="2 3" className="stroke-muted" />
      </>
    ),
  },
  {
    name: "Yield Farming",
    text: "Puts compound interest to work: income from lending and staking is reinvested and earns in turn.",
    illustration: <path d="M4 36 V33 M20 36 V31 M36 36 V28 M52 36 V23 M68 36 V16 M84 36 V4" />,
  },
  {
    name: "Machine Learning",
    text: "AI ideas based solely on reviewed research from the DAO's members.",
    illustration: (
      <>
        <path d="M10 8 L48 14 M10 32 L48 14 M10 8 L48 30 M10 32 L48 30 M48 14 L86 20 M48 30 L86 20" />
        {[
          [10, 8],
          [10, 32],
          [48, 14],
          [48, 30],
          [86, 20],
        ].map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="4" className="fill-raised" />
        ))}
      </>
    ),
  },
];

/** The club's four strategies. */
export const Strategies = () => (
  <Section id="strategies" title="Investment Strategies">
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {strategies.map(({ name, text, illustration }) => (
        <li key={name} className="grid">
          <Card>
            <svg
              viewBox="0 0 96 40"
              aria-hidden="true"
              focusable="false"
              className="h-10 w-24 fill-none stroke-accent stroke-2"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              {illustration}
            </svg>
            <h3 className="mt-5 font-display text-xl font-medium">{name}</h3>
            <p className="mt-1.5 text-base text-pretty text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  </Section>
);
