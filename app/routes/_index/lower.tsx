import { clsx } from "clsx";
import type { ReactNode } from "react";
import { DateTime } from "~/components/ui/date-time";
import { Link, TextLink } from "~/components/ui/link";
import { BoundedCount } from "~/components/ui/list";
import { borderColor } from "~/components/ui/topic-colors";
import { VOTING_DAYS } from "~/domain/membership";
import { topics } from "~/domain/topics";
import { plural } from "~/utils/format";
import { Lines } from "./ranked";
import type { FrontPage } from "./front-page.server";

type LowerProps = Pick<FrontPage, "newest" | "votes" | "assets">;

/** What is new, what people write about, what is voted on, and the topics. */
export const Lower = ({ newest, votes, assets }: LowerProps) => (
  <>
    <div className="front-lower">
      {newest.length ? (
        <Part id="latest" title="More new articles" more={{ to: "/community", label: "Community" }}>
          <Lines articles={newest} />
        </Part>
      ) : null}
      {assets?.length ? (
        <Part id="assets" title="Assets people write about">
          <Assets assets={assets} />
        </Part>
      ) : null}
      {votes ? (
        <Part id="votes" title="Open votes">
          <Votes votes={votes} />
        </Part>
      ) : null}
    </div>
    <div className="mt-10">
      <Part id="topics" title="Six topics" more={{ to: "/research", label: "Research room" }}>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-8 gap-y-4 sm:grid-cols-[repeat(3,minmax(min-content,1fr))] lg:grid-cols-[repeat(6,minmax(min-content,1fr))]">
          {topics.map(({ slug, title }) => (
            <li key={slug} className={clsx("border-t-2", borderColor(slug))}>
              <Link
                to={`/${slug}`}
                className="flex items-center py-2 font-display font-medium touch hover:text-accent"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  </>
);

interface PartProps {
  id: string;
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

const Part = ({ id, title, more, children }: PartProps) => (
  <section aria-labelledby={id}>
    <div className="front-head">
      <h2 id={id} className="front-kicker">
        {title}
      </h2>
      {more ? (
        <Link to={more.to} className="link inline-flex items-center text-sm touch">
          {more.label}
        </Link>
      ) : null}
    </div>
    {children}
  </section>
);

/** By the number of people, who each count once. */
const Assets = ({ assets }: { assets: NonNullable<LowerProps["assets"]> }) => (
  <>
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-x-6 border-t border-line tabular-nums">
      {assets.map(({ token, people, to }) => (
        <li key={token} className="border-b border-line">
          <Link to={to} className="flex items-baseline justify-between gap-2 py-1.5 touch group">
            <span className="font-medium group-hover:text-accent">{token}</span>
            <span className="text-sm text-muted">{plural(people, "person", "people")}</span>
          </Link>
        </li>
      ))}
    </ul>
    <p className="mt-2 text-sm text-muted">In the week of the newest recommendation.</p>
  </>
);

const Votes = ({ votes }: { votes: NonNullable<LowerProps["votes"]> }) => (
  <p className="border-t border-line pt-2 text-pretty">
    {votes.closesAt ? (
      <>
        Members vote on <BoundedCount {...votes} />{" "}
        {votes.count === 1 ? "application" : "applications"} for membership; the{" "}
        {votes.count === 1 ? "vote" : "next vote"} ends on <DateTime value={votes.closesAt} />.
      </>
    ) : (
      `Nobody’s membership is voted on just now. A vote lasts ${VOTING_DAYS} days at most.`
    )}{" "}
    <TextLink to="/partner">{votes.closesAt ? "Vote, or join" : "Apply"}</TextLink>
  </p>
);
