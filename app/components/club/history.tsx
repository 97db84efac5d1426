import { clsx } from "clsx";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { SampleBadge } from "~/components/recommendations/sample-badge";
import { Badge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/list";
import { CheckIcon } from "~/components/ui/icons";
import { Section } from "~/components/ui/page";
import { useViewer } from "~/utils/root-data";
import { sampleHistory, type SampleEntry } from "./sample-history";

/** The sample history for signed-in users, and a sign-in prompt for others. */
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
