import { Link, type MetaFunction } from "@remix-run/react";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Page } from "~/components/ui/page";
import { hueGround } from "~/components/ui/topic";
import { topics } from "~/domain/topics";
import { cx } from "~/utils/cx";
import { pageMeta } from "~/utils/meta";
import { useSite } from "~/utils/root-data";

export const meta: MetaFunction = ({ matches }) => pageMeta({ matches, path: "/" });

const doors = [
  {
    to: "/research",
    title: "Investment Research",
    description: "Papers, articles and books, reviewed and rated by the people who read them.",
  },
  {
    to: "/investmentclub",
    title: "Investment Club",
    description: "Four strategies, and what came of the recommendations made by them.",
  },
  {
    to: "/partner",
    title: "Join the organisation",
    description: "Members vote on who else becomes one, and on what is approved.",
  },
] as const;

export default function Home() {
  const { tagline } = useSite();
  return (
    <Page>
      <div className="grid gap-10 pt-12 pb-16 sm:pt-20 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div>
          <h1 className="font-display text-3xl font-medium tracking-tight text-balance sm:text-4xl">
            Markets, read closely and argued in the open.
          </h1>
          <p className="mt-5 max-w-measure text-xl text-muted">{tagline}.</p>
        </div>
        <ul className="grid content-start divide-y divide-line border-y border-line">
          {doors.map((door) => (
            <li key={door.to} className="group relative grid grid-cols-[1fr_auto] gap-x-6 py-4">
              <div>
                <h2 className="font-display text-xl font-medium">
                  <Link
                    to={door.to}
                    className="group-hover:text-accent after:absolute after:inset-0"
                  >
                    {door.title}
                  </Link>
                </h2>
                <p className="mt-1 text-muted">{door.description}</p>
              </div>
              <ArrowRightIcon className="mt-1 text-muted group-hover:text-accent" />
            </li>
          ))}
        </ul>
      </div>
      <section aria-labelledby="topics">
        <h2 id="topics" className="text-sm text-muted">
          Six topics
        </h2>
        <ul className="mt-3 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
          {topics.map(({ slug, title, description }) => (
            <li key={slug} className="group relative border-b border-line py-5">
              <div
                aria-hidden="true"
                className={cx("mb-3 h-1 w-8 rounded-full", hueGround[slug])}
              />
              <h3 className="font-display text-2xl font-medium">
                <Link to={`/${slug}`} className="after:absolute after:inset-0">
                  {title}
                </Link>
              </h3>
              <p className="mt-1 text-muted">{description}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
