import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import type { PersonResponse } from "~/schemas/people-responses";

interface AboutPersonProps {
  person: PersonResponse;
  /** Whether the viewer is this person. */
  isOwn: boolean;
}

/** A person's join date, membership, link and disclosure. */
export const AboutPerson = ({ person, isOwn }: AboutPersonProps) => (
  <div className="mb-10 grid gap-3 border-t border-line pt-5">
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
      <span>
        Joined <DateTime value={person.memberSince} />
      </span>
      {person.isMember ? <Badge tone="positive">Member of the organisation</Badge> : null}
      {person.link ? (
        <a
          href={person.link}
          target="_blank"
          rel="ugc nofollow noopener"
          className="link min-w-0 break-all"
        >
          {person.link.replace(/^https?:\/\//i, "").replace(/\/$/, "")}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : null}
      {isOwn ? (
        <Link to="/settings" className="link">
          Change your profile
        </Link>
      ) : null}
    </p>
    {person.disclosure ? (
      <p className="wrap-anywhere">
        <span className="text-muted">Disclosure:</span> <span dir="auto">{person.disclosure}</span>
      </p>
    ) : null}
  </div>
);
