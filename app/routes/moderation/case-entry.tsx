import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link, TextLink } from "~/components/ui/link";
import { decisionKinds, moderationReasons, type DecisionKind } from "~/domain/moderation";
import { caseFields, caseValue } from "~/domain/moderation-queue";
import type { QueuedCaseResponse } from "~/schemas/moderation-queue";
import { useResultOf } from "~/utils/forms/result-of";

const kindNames = {
  article: "Article",
  comment: "Comment",
  review: "Review",
  person: "Person",
} as const;

/** Texts longer than this are folded. */
const FOLDED_LENGTH = 600;

const refusals: Readonly<Record<string, string>> = {
  own: "You wrote this, so another moderator decides.",
  flagged: "You have flagged this, so another moderator decides.",
  rank: "Only an administrator decides about a moderator.",
};

interface CaseEntryProps {
  queued: QueuedCaseResponse;
  /** Its place on the page, from 0. */
  place: number;
}

/** A case in the queue, with what is needed to decide about it. */
export function CaseEntry({ queued, place }: CaseEntryProps) {
  const { kind, targetId, path, text, refusal, author, createdAt } = queued;
  const value = caseValue({ target: { kind, id: targetId }, revision: queued.revision });
  const sent = useResultOf("decideMany")?.submission?.initialValue ?? {};
  const name = queued.title ?? "a text on what is gone";
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line py-4 [&_:is(a,input,summary)]:scroll-mb-80">
      <input
        type="checkbox"
        name={caseFields[place]}
        value={value}
        defaultChecked={Object.values(sent).includes(value)}
        disabled={refusal !== null}
        aria-label={`Select ${kind}: ${name}`}
        className="mt-1 size-6 accent-accent"
      />
      <article aria-label={`${kindNames[kind]}: ${name}`} className="min-w-0">
        <p className="meta-line items-center gap-y-1">
          <Badge>{kindNames[kind]}</Badge>
          {queued.isFirstText ? <Badge>First text</Badge> : null}
          {queued.warnedOf ? <Badge tone="warning">Has {queued.warnedOf}</Badge> : null}
          {queued.isHidden ? <Badge>Hidden</Badge> : null}
          {author ? <PersonLink name={author.name} /> : <span>Deleted account</span>}
          <DateTime value={createdAt} />
        </p>
        <h2 dir="auto" className="mt-1 font-display text-lg font-medium wrap-anywhere">
          <Link to={path} className="hover:underline touch">
            {kind === "comment" ? `On “${name}”` : name}
          </Link>
        </h2>
        {queued.url ? (
          <p className="text-sm wrap-anywhere text-muted">Links to {queued.url}</p>
        ) : null}
        {text ? <WholeText text={text} /> : null}
        {queued.before ? (
          <details className="mt-1">
            <summary className="disclosure">As it was before the last edit</summary>
            <p dir="auto" className="typed-lines mt-1 text-sm wrap-anywhere text-muted">
              {queued.before}
            </p>
          </details>
        ) : null}
        <Flags queued={queued} />
        <Record author={author} />
        <Similar texts={queued.similar} />
        <p className="mt-2 text-sm">
          {refusal ? (
            <span className="text-muted">{refusals[refusal] ?? refusal}</span>
          ) : (
            <Link to={`/moderation/decide/${kind}/${targetId}`} className="text-link touch">
              Decide about this alone
            </Link>
          )}
        </p>
      </article>
    </li>
  );
}

function WholeText({ text }: { text: string }) {
  if (text.length <= FOLDED_LENGTH) {
    return (
      <p dir="auto" className="typed-lines mt-1 text-base wrap-anywhere">
        {text}
      </p>
    );
  }
  return (
    <>
      <p dir="auto" className="typed-lines mt-1 line-clamp-4 text-base wrap-anywhere">
        {text.slice(0, FOLDED_LENGTH)}
      </p>
      <details>
        <summary className="disclosure">The whole text</summary>
        <p dir="auto" className="typed-lines mt-1 text-base wrap-anywhere">
          {text}
        </p>
      </details>
    </>
  );
}

function Flags({ queued }: { queued: QueuedCaseResponse }) {
  const { flags, reasons, newestFlags, byUnproven, byYoungAccounts } = queued;
  if (!flags) return null;
  const counts = reasons.map(
    ({ reason, count }) => `${moderationReasons[reason].label}${count > 1 ? ` (${count})` : ""}`,
  );
  return (
    <div className="mt-2">
      <p className="text-sm font-medium">
        {flags === 1 ? "1 flag" : `${flags} flags`}: {counts.join(", ")}
        <span className="font-normal text-muted">
          {byUnproven ? ` · ${byUnproven} by people whose flags were never upheld` : null}
          {byYoungAccounts ? ` · ${byYoungAccounts} by young accounts` : null}
        </span>
      </p>
      <ul className="mt-1 grid gap-1 text-sm">
        {newestFlags
          .filter(({ words }) => words)
          .map(({ id, words, person }) => (
            <li key={id} dir="auto" className="border-s-2 border-line ps-3 wrap-anywhere">
              “{words}”{" "}
              <span className="text-muted">{person ?? "Somebody without an account"}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Record({ author }: { author: QueuedCaseResponse["author"] }) {
  if (!author) return null;
  const decisions = Object.entries(author.decisions).map(
    ([kind, count]) => `${decisionKinds[kind as DecisionKind].done} ${count}×`,
  );
  const parts = [
    author.hasProvenEmail ? "proven address" : "address not proven",
    ...(author.role ? [author.role] : []),
    ...(author.isSuspended ? ["suspended"] : []),
    `${author.articles} articles`,
    `${author.comments} comments`,
    `${author.reviews} reviews`,
    ...decisions,
  ];
  return (
    <p className="mt-2 text-sm text-muted">
      Account since <DateTime value={author.createdAt} />
      {author.invitedBy ? (
        <>
          , invited by{" "}
          <TextLink to={`/moderation/people/${author.invitedBy}/invitations`}>
            {author.invitedBy}
          </TextLink>
        </>
      ) : null}
      : {parts.join(" · ")}
    </p>
  );
}

const because = {
  copy: () => "Says nearly the same",
  link: (host: string | null) => `Links to the same page of ${host}`,
  site: (host: string | null) => `Links to ${host} as well`,
};

function Similar({ texts }: { texts: QueuedCaseResponse["similar"] }) {
  if (!texts.length) return null;
  return (
    <div className="mt-3">
      <h3 className="text-sm font-medium">By others</h3>
      <ul className="mt-1 grid gap-2 sm:grid-cols-2">
        {texts.map((other) => (
          <li key={other.id} className="min-w-0 rounded border border-line px-3 py-2 text-sm">
            <p className="meta-line">
              <span>{because[other.because](other.host)}</span>
              <PersonLink name={other.author} />
              <DateTime value={other.createdAt} />
              {other.isHidden ? <Badge>Hidden</Badge> : null}
            </p>
            <p dir="auto" className="mt-1 line-clamp-3 wrap-anywhere">
              <Link to={other.path} className="hover:underline">
                {other.text.slice(0, 300)}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
