import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { VoteTally } from "~/components/membership/membership-status";
import { Badge } from "~/components/ui/badge";
import { BoundedCount, EmptyState, Pagination } from "~/components/ui/list";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import {
  FormAlert,
  FormKeyField,
  RedirectField,
  useFormFetcher,
  type FormFetcher,
} from "~/components/ui/form";
import { CheckIcon, CloseIcon } from "~/components/ui/icons";
import { LinkedText } from "~/components/ui/linked-text";
import type { OpenApplication, OpenApplicationsPage } from "~/presenters/membership";

interface OpenApplicationsProps {
  page: OpenApplicationsPage;
  error?: string;
}

export const OpenApplications = ({ page, error }: OpenApplicationsProps) => (
  <section id="applications" aria-labelledby="applications-heading">
    <h2 id="applications-heading" className="mb-6 section-title">
      Open applications{" "}
      <span className="text-muted tabular-nums">
        (<BoundedCount {...page.total} />)
      </span>
    </h2>
    <FormAlert className="mb-6">{error}</FormAlert>
    {page.items.length ? (
      <div className="grid grid-cols-1 gap-6">
        {page.items.map((application) => (
          <ApplicationCard key={application.id} application={application} />
        ))}
      </div>
    ) : (
      <NoApplications isFirst={page.isFirst} />
    )}
    <Pagination
      label="Pages of open applications"
      previous={page.previous && pagePath({ before: page.previous })}
      next={page.next && pagePath({ after: page.next })}
    />
  </section>
);

const pagePath = (cursor: { after: string } | { before: string }) =>
  `/partner?${new URLSearchParams(cursor)}#applications`;

const NoApplications = ({ isFirst }: { isFirst: boolean }) =>
  isFirst ? (
    <EmptyState>No applications are waiting for your vote.</EmptyState>
  ) : (
    <EmptyState
      action={
        <ButtonLink to="/partner#applications" variant="secondary">
          Show the first page
        </ButtonLink>
      }
    >
      There are no applications on this page.
    </EmptyState>
  );

function ApplicationCard({ application }: { application: OpenApplication }) {
  const { id, name, statement, openedAt, closesAt, needed } = application;
  const fetcher = useFormFetcher();
  const pendingVote = pendingVoteOf(fetcher);
  const ownVote = application.ownVote ?? pendingVote;
  const isPending = application.ownVote === null && pendingVote !== null;
  const votes = {
    needed,
    approvals: application.approvals + (isPending && pendingVote ? 1 : 0),
    declines: application.declines + (isPending && !pendingVote ? 1 : 0),
  };
  const title = `application-${id}`;
  const form = `vote-${id}`;
  return (
    <Card as="article" aria-labelledby={title}>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h3 id={title} dir="auto" className="font-display text-xl font-medium wrap-anywhere">
            {name}
          </h3>
          <p className="meta-line mt-1">
            <span>
              Opened <DateTime value={openedAt} />
            </span>
            <span>
              Closes <DateTime value={closesAt} />
            </span>
          </p>
        </div>
        <VoteTally {...votes} />
      </div>
      <LinkedText text={statement} className="mt-4 max-w-measure" />
      <div className="mt-5 border-t border-line pt-4">
        {application.isOwn ? (
          <p className="text-base text-muted">
            This is your own application. Other members vote on it.
          </p>
        ) : ownVote === null ? (
          <VoteForm id={form} fetcher={fetcher} application={application} />
        ) : (
          <OwnVote approves={ownVote} isNew={isPending} />
        )}
        {/* Outside of the form, which is unmounted while a vote is pending, so that a retry has the same key. */}
        {application.isOwn || application.ownVote !== null ? null : <FormKeyField form={form} />}
      </div>
    </Card>
  );
}

/** The optimistic vote, until the server says otherwise. */
function pendingVoteOf({ formData, data, state }: FormFetcher): boolean | null {
  if (!formData || (state === "loading" && data?.formError)) return null;
  return formData.get("vote") === "approve";
}

interface VoteFormProps {
  id: string;
  fetcher: FormFetcher;
  application: OpenApplication;
}

const voteButtons = [
  { value: "approve", label: "Approve", icon: <CheckIcon className="text-positive" /> },
  { value: "decline", label: "Decline", icon: <CloseIcon className="text-negative" /> },
];

function VoteForm({ id, fetcher, application }: VoteFormProps) {
  const { name } = application;
  const { search } = useLocation();
  return (
    <fetcher.Form
      id={id}
      method="post"
      action={`/partner${search}`}
      className="flex flex-wrap items-center gap-3"
    >
      <input type="hidden" name="intent" value="vote" />
      <input type="hidden" name="application" value={application.id} />
      <RedirectField />
      {voteButtons.map(({ value, label, icon }) => (
        <Button key={value} name="vote" value={value} variant="secondary">
          {icon}
          {label} <span className="sr-only">the application of {name}</span>
        </Button>
      ))}
      <span className="text-sm text-muted">Your vote is final.</span>
    </fetcher.Form>
  );
}

function OwnVote({ approves, isNew }: { approves: boolean; isNew: boolean }) {
  const messageRef = useRef<HTMLParagraphElement>(null);
  // Voting unmounts the focused button; move the focus here.
  useEffect(() => {
    if (isNew) messageRef.current?.focus();
  }, [isNew]);
  return (
    <p ref={messageRef} tabIndex={-1} className="flex flex-wrap items-center gap-2 text-base">
      {approves ? (
        <Badge tone="positive">You approved</Badge>
      ) : (
        <Badge tone="negative">You declined</Badge>
      )}
      <span className="text-muted">All votes are shown once voting has closed.</span>
    </p>
  );
}
