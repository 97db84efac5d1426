import { Form, useNavigation } from "@remix-run/react";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import type { SignInResponse } from "~/schemas/account-responses";
import { useResultOf } from "~/utils/forms/result-of";

export const SessionList = ({ sessions }: { sessions: readonly SignInResponse[] }) =>
  sessions.length === 0 ? null : (
    <ul className="grid gap-3">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line px-5 py-4"
        >
          <Session session={session} />
          {session.isCurrent ? <Badge>Current</Badge> : <EndButton session={session} />}
        </li>
      ))}
    </ul>
  );

const scopes = { read: "May read", write: "May read and write" } as const;

function Session({ session }: { session: SignInResponse }) {
  const { token, device, network, createdAt, lastSeenAt, expiresAt } = session;
  return (
    <div className="min-w-0">
      <p dir="auto" className="font-medium break-words">
        {token ? token.name : device}
      </p>
      <p className="mt-1 text-sm text-muted">
        {token ? <>{scopes[token.scope]}, created </> : "Signed in "}
        <DateTime value={createdAt} />
        {network ? ` from ${network}` : null}
        {token ? ` by ${device}` : null}
      </p>
      <p className="text-sm text-muted">
        {lastSeenAt ? (
          <>
            {token ? "Last used" : "Last seen"} <DateTime value={lastSeenAt} withTime />
          </>
        ) : (
          "Not used yet"
        )}
        {token ? (
          <>
            , expires <DateTime value={expiresAt} />
          </>
        ) : null}
      </p>
    </div>
  );
}

function EndButton({ session: { id, token, device } }: { session: SignInResponse }) {
  const { state, formData } = useNavigation();
  const result = useResultOf("endSession", id);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="endSession" />
      <input type="hidden" name="session" value={id} />
      <FormKeyField />
      <Button
        variant="danger"
        size="sm"
        pending={formData?.get("session") === id}
        aria-label={token ? `Revoke ${token.name}` : `End ${device}`}
      >
        {token ? "Revoke" : "End"}
      </Button>
      {/* Only once the list has been loaded again: if this session is gone, the error is shown above the list. */}
      {state === "idle" ? (
        <FormAlert className="mt-3">{result?.formError?.message}</FormAlert>
      ) : null}
    </Form>
  );
}
