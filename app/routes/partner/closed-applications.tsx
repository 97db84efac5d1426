import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { CheckIcon, CloseIcon } from "~/components/ui/icons";
import { LinkedText } from "~/components/ui/linked-text";
import type { ApplicationStatus } from "~/domain/membership";
import type { ClosedApplication } from "~/presenters/membership";
import { plural } from "~/utils/format";

const outcomes: Record<
  ApplicationStatus,
  { word: string; tone: "positive" | "negative" | "neutral" }
> = {
  pending: { word: "Open", tone: "neutral" },
  approved: { word: "Approved", tone: "positive" },
  declined: { word: "Declined", tone: "negative" },
  undecided: { word: "Undecided", tone: "neutral" },
};

export function ClosedApplications({
  applications,
}: {
  applications: readonly ClosedApplication[];
}) {
  if (!applications.length) return null;
  return (
    <section aria-labelledby="closed-heading" className="mt-14">
      <h2 id="closed-heading" className="mb-4 section-title">
        Recent decisions
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {applications.map((application) => (
          <ClosedRow key={application.id} application={application} />
        ))}
      </ul>
    </section>
  );
}

function ClosedRow({ application }: { application: ClosedApplication }) {
  const { name, statement, status, closedAt, approvals, declines, votes } = application;
  const { word, tone } = outcomes[status];
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 dir="auto" className="font-display text-xl font-medium wrap-anywhere">
          {name}
        </h3>
        <Badge tone={tone}>{word}</Badge>
        <p className="meta-line">
          <DateTime value={closedAt} />
          <span className="tabular-nums">
            {plural(approvals, "approval")}, {plural(declines, "decline")}
          </span>
        </p>
      </div>
      {votes.length ? (
        <ul aria-label={`Votes on ${name}`} className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
          {votes.map((vote) => (
            <li key={vote.name} className="flex items-center gap-1.5 text-base">
              {vote.approve ? (
                <CheckIcon className="size-4 text-positive" />
              ) : (
                <CloseIcon className="size-4 text-negative" />
              )}
              <span>
                {vote.name}{" "}
                <span className="text-muted">{vote.approve ? "approved" : "declined"}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-base text-muted">Nobody voted.</p>
      )}
      <details className="mt-3">
        <summary className="link inline-flex items-center text-base touch">
          Statement<span className="sr-only"> of {name}</span>
        </summary>
        <LinkedText text={statement} className="mt-2 max-w-measure border-s-2 border-line ps-3" />
      </details>
    </li>
  );
}
