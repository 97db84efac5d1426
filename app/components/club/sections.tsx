/** The parts of the pages of the club and of momentum. */
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { PageHeader, Section } from "~/components/ui/page";
import { useSite, useViewer } from "~/utils/root-data";
import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { clsx } from "clsx";
import { SampleBadge } from "~/components/recommendations/recommendation-parts";
import { Badge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/list";
import { CheckIcon } from "~/components/ui/icons";
import { Figures, type Figure } from "./figures";
import { sampleHistory, type SampleEntry } from "./sample-history";
import { ButtonLink } from "~/components/ui/button";

interface ClubHeroProps {
  kicker: string;
  /** The first sentence, which says what this page is about. */
  standfirst: string;
}

/** The hero that the pages of the club and of momentum share. */
export function ClubHero({ kicker, standfirst }: ClubHeroProps) {
  const { name } = useSite();
  const isSignedIn = useViewer() !== null;
  return (
    <PageHeader
      kicker={kicker}
      title={`${name} Investment Club`}
      standfirst={standfirst}
      actions={isSignedIn ? null : <SignInTrigger>Sign In to Access Full Features</SignInTrigger>}
    />
  );
}

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

export function History() {
  const isSignedIn = useViewer() !== null;
  return (
    <Section
      id="history"
      title="Recommendation History"
      standfirst={
        isSignedIn
          ? "For illustration only: none of these was ever recommended or held."
          : undefined
      }
      actions={isSignedIn ? <SampleBadge>Sample history</SampleBadge> : null}
    >
      {isSignedIn ? (
        <ol className="divide-y divide-line border-y border-line">
          {sampleHistory.map((entry) => (
            <Entry key={entry.date} {...entry} />
          ))}
        </ol>
      ) : (
        <EmptyState action={<SignInTrigger>Sign In</SignInTrigger>}>
          Sign in to view detailed recommendation history and performance data.
        </EmptyState>
      )}
    </Section>
  );
}

const Entry = ({ date, description, performance, daoApproved, strategy }: SampleEntry) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-2 py-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto_5.5rem]">
    <time dateTime={toIsoDate(date)} className="text-sm text-muted max-sm:order-1">
      {date}
    </time>
    <div className="max-sm:order-3 max-sm:col-span-2">
      <h3 className="text-base font-medium">{strategy}</h3>
      <p className="text-base text-pretty text-muted">{description}</p>
    </div>
    <DaoBadge approved={daoApproved} />
    <p className="text-end max-sm:order-2">
      <span className="sr-only">Performance: </span>
      <Performance value={performance} />
    </p>
  </li>
);

/** 31/01/2026 → 2026-01-31 */
const toIsoDate = (date: string): string => date.split("/").reverse().join("-");

const DaoBadge = ({ approved }: { approved: SampleEntry["daoApproved"] }) => (
  <p className="max-sm:order-4">
    {approved === "Yes" ? (
      <Badge tone="positive">
        <CheckIcon className="size-3.5" />
        DAO: Yes
      </Badge>
    ) : (
      <Badge>DAO: No</Badge>
    )}
  </p>
);

/** Green for a gain and red otherwise; the sign says the same without colour. */
export const Performance = ({ value }: { value: string }) => (
  <span
    className={clsx(
      "font-display text-xl font-medium tabular-nums",
      value.startsWith("+") ? "text-positive" : "text-negative",
    )}
  >
    {value}
  </span>
);

export const Summary = ({ figures }: { figures: readonly Figure[] }) =>
  useViewer() === null ? null : (
    <Section
      id="performance"
      title="Performance Summary"
      standfirst="Totals of the sample history. The track records of the two engines are not included."
      actions={<SampleBadge>Sample figures</SampleBadge>}
    >
      <Figures figures={figures} />
    </Section>
  );

export const GetStarted = () => (
  <section
    aria-labelledby="get-started"
    className="mt-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded bg-accent-wash px-6 py-8 sm:mt-20 sm:px-10 sm:py-12"
  >
    <div className="max-w-[36rem]">
      <h2 id="get-started" className="section-title">
        Ready to Get Started?
      </h2>
      <p className="mt-2 text-pretty">Members vote on who joins. No account is needed to read.</p>
    </div>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/partner">Learn About Partnerships</ButtonLink>
      <ButtonLink to="/community" variant="secondary">
        Browse Articles
      </ButtonLink>
    </div>
  </section>
);
