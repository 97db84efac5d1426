import { NewCount } from "~/components/readings/visit";
import { Link } from "~/components/ui/link";
import type { FrontPage } from "./front-page.server";

/** What a returning member looks for: how much is new, and the newest of what they follow. */
export const Own = ({ followed, visit }: NonNullable<FrontPage["own"]>) => (
  <section aria-labelledby="own" className="front-own">
    <h2 id="own" className="front-kicker">
      What you follow
    </h2>
    <NewCount visit={visit} to="/community" />
    {followed.length ? (
      <ul className="front-followed">
        {followed.map(({ id, to, title, by, kind }) => (
          <li key={id} className="group relative">
            <Link to={to} dir="auto" className="font-display font-medium card-link">
              {kind === "comment" ? <span className="text-muted">{by} on </span> : null}
              {title}
            </Link>
            {kind === "comment" ? null : (
              <span className="text-sm text-muted">
                {" "}
                {kind} by {by}
              </span>
            )}
          </li>
        ))}
      </ul>
    ) : (
      <p className="text-base text-muted">
        Nothing yet. Pages of people, hubs and discussions have a button for it.
      </p>
    )}
    <Link to="/following" className="link inline-flex items-center text-sm touch">
      {followed.length ? "All you follow" : "Follow an asset"}
    </Link>
  </section>
);
