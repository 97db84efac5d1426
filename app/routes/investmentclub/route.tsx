import { Link } from "~/components/ui/link";
import { GetStarted, ClubHero, History, Strategies, Summary } from "~/components/club/sections";
import { sampleFigures } from "~/components/club/sample-history";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Page } from "~/components/ui/page";
import { fixedMeta } from "~/utils/seo/meta";

/** No loader: everything is static except the viewer, which the root loader provides. */
export default function InvestmentClub() {
  return (
    <Page>
      <ClubHero
        kicker="Club"
        standfirst="DAO-approved proposals under published rules. Paid groups are out."
      />
      <Offers />
      <Strategies />
      <History />
      <Summary
        figures={[
          { label: "Total Returns", value: sampleFigures.totalReturns, note: "Since inception" },
          {
            label: "DAO Approval Rate",
            value: sampleFigures.approvalRate,
            note: "Community approved",
          },
          {
            label: "Active Strategies",
            value: sampleFigures.activeStrategies,
            note: "Currently deployed",
          },
        ]}
      />
      <GetStarted />
    </Page>
  );
}

const offers = [
  {
    title: "DAO-approved proposals",
    text: "The club decides by vote of its members. On this site, they vote on who joins: people apply in writing, and each member has one vote.",
    to: "/partner",
    label: "How members decide",
  },
  {
    title: "Paid groups are out",
    text: "No seats are sold and no rooms are locked. Every recommendation is published here for everybody, at the same time.",
    to: "/declaration",
    label: "Our principles",
  },
  {
    title: "Two engines, in the open",
    text: "Momentum reads prices, sentiment reads the community. Each shows its inputs, its steps and its record.",
    to: "/momentum",
    label: "The latest recommendations",
  },
] as const;

const Offers = () => (
  <section aria-labelledby="offer">
    <h2 id="offer" className="sr-only">
      What the club offers
    </h2>
    <ul className="grid grid-cols-1 gap-x-8 gap-y-8 md:grid-cols-3">
      {offers.map(({ title, text, to, label }) => (
        <li key={to} className="flex flex-col border-t-2 border-ink pt-4">
          <h3 className="font-display text-xl font-medium">{title}</h3>
          <p className="mt-1.5 text-pretty text-muted">{text}</p>
          <p className="mt-auto pt-3">
            <Link to={to} className="link inline-flex items-center gap-1.5 text-base touch">
              {label}
              <ArrowRightIcon className="size-4" />
            </Link>
          </p>
        </li>
      ))}
    </ul>
  </section>
);

export const meta = fixedMeta({
  title: "Investment Club",
  description:
    "Proposals approved by the DAO, four strategies, and two engines that show all their numbers. Paid groups are out.",
  path: "/investmentclub",
});
