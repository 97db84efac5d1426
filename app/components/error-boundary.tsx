import {
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  type ErrorResponse,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { NotFound } from "~/components/not-found";
import { TryAgain } from "~/components/try-again";
import { ButtonLink } from "~/components/ui/button";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { isConnectionError } from "~/utils/forms/offline-fallback";
import { useServedRequestId } from "~/utils/http/request-id";
import { safeRedirect } from "~/utils/http/safe-redirect";

type StatusHandler = (error: ErrorResponse) => ReactNode;

interface GeneralErrorBoundaryProps {
  /** What to show for a status that means something on this screen. */
  statusHandlers?: Readonly<Record<number, StatusHandler>>;
}

/** What a screen shows instead of itself. Routes export it, with handlers of their own if need be. */
export function GeneralErrorBoundary({ statusHandlers = {} }: GeneralErrorBoundaryProps) {
  const error = useRouteError();
  if (isConnectionError(error)) return <NoAnswerScreen />;
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} cause={error} />;
  const own = statusHandlers[error.status];
  if (own) return own(error);
  if (error.status === 404) return <NotFound />;
  return <ErrorScreen status={error.status} requestId={requestIdIn(error.data)} />;
}

/** What the window is called meanwhile. */
export function errorTitle(error: unknown): string {
  if (isConnectionError(error)) return "No connection";
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return "Page not found";
  return status === 503 ? "Not available just now" : "Something went wrong";
}

const requestIdIn = (data: unknown): string | undefined => {
  const id: unknown = (data as { requestId?: unknown } | null | undefined)?.requestId;
  return typeof id === "string" ? id : undefined;
};

const sentences: Readonly<Record<number, readonly [title: string, sentence: string]>> = {
  400: ["That did not arrive as it should.", "Go back to the page before and try it from there."],
  401: ["This page is for those who are signed in.", "Sign in and come back to it."],
  403: ["This is not open to you.", "It may need another account, or membership."],
  405: ["That cannot be done here.", "Go back to the page before and try it from there."],
  409: ["Somebody was quicker.", "Load the page again to see how things stand now."],
  413: ["That was too much at once.", "Make it shorter and try again."],
  429: ["Too many requests.", "Please wait a moment and try again."],
  503: ["This is not available just now.", "Please try again in a few minutes."],
};

const unexpected = [
  "Something went wrong on our side.",
  "It has been written down, and trying again may help.",
] as const;

/** In place of a screen that somebody went to while there was no connection. */
function NoAnswerScreen() {
  const { pathname, search } = useLocation();
  const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
  return (
    <Page>
      <PageHeader
        title={isOffline ? "You seem to be offline." : "The site did not answer."}
        standfirst={
          isOffline
            ? "This page can be had as soon as you are connected again."
            : "The connection was lost, or the site is being restarted. Please try again in a moment."
        }
      />
      <div className="flex flex-wrap gap-3">
        {/* Not a new document: without a connection that would be the browser's own error page. */}
        <ButtonLink to={safeRedirect(pathname + search)} replace>
          Try again
        </ButtonLink>
      </div>
    </Page>
  );
}

interface ErrorScreenProps {
  status: number;
  requestId?: string | undefined;
  /** Shown to developers, never in production. */
  cause?: unknown;
}

function ErrorScreen({ status, requestId, cause }: ErrorScreenProps) {
  const known = useServedRequestId();
  const id = requestId ?? known;
  const [title, sentence] = sentences[status] ?? unexpected;
  return (
    <Page>
      <PageHeader title={title} standfirst={sentence} />
      <div className="flex flex-wrap gap-3">
        {status === 401 ? <ButtonLink to="/login">Sign In</ButtonLink> : null}
        <ButtonLink to="/" variant={status === 401 ? "secondary" : "primary"}>
          Go to the front page
        </ButtonLink>
        <TryAgain />
      </div>
      <dl className="mt-10 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 border-t border-line pt-4 text-sm text-muted">
        <dt>Status</dt>
        <dd className="tabular-nums">{status}</dd>
        {id ? (
          <>
            <dt>Request</dt>
            <dd className="font-mono break-all">{id}</dd>
          </>
        ) : null}
      </dl>
      {import.meta.env.DEV && cause instanceof Error ? (
        <pre className="mt-6 overflow-x-auto rounded bg-sunken p-4 font-mono text-sm">
          {cause.stack ?? cause.message}
        </pre>
      ) : null}
    </Page>
  );
}
