import {
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  type ErrorResponse,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Page, PageHeader } from "~/components/ui/page";
import { isConnectionError } from "~/utils/forms/offline-fallback";
import { REQUEST_ID_ATTRIBUTE, useServedRequestId } from "~/utils/http/request-id";
import { safeRedirect } from "~/utils/http/safe-redirect";
import { Link } from "~/components/ui/link";
import { navigation } from "~/components/frame/navigation";
import { topics } from "~/domain/topics";

type StatusHandler = (error: ErrorResponse) => ReactNode;

interface GeneralErrorBoundaryProps {
  /** Renderers for statuses that have a special meaning on this screen. */
  statusHandlers?: Readonly<Record<number, StatusHandler>>;
}

/** The shared error boundary of all routes; pass `statusHandlers` to override single statuses. */
export function GeneralErrorBoundary({ statusHandlers = {} }: GeneralErrorBoundaryProps) {
  const error = useRouteError();
  if (isConnectionError(error)) return <ConnectionErrorScreen />;
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} cause={error} />;
  const handler = statusHandlers[error.status];
  if (handler) return handler(error);
  if (error.status === 404) return <NotFound />;
  return <ErrorScreen status={error.status} requestId={requestIdIn(error.data)} />;
}

/** The document title for an error. */
export function errorTitle(error: unknown): string {
  if (isConnectionError(error)) return "No connection";
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return "Page not found";
  if (status === 410) return "This is not here any more";
  return status === 503 ? "Not available just now" : "Something went wrong";
}

const requestIdIn = (data: unknown): string | undefined => {
  const id: unknown = (data as { requestId?: unknown } | null | undefined)?.requestId;
  return typeof id === "string" ? id : undefined;
};

const messages: Readonly<Record<number, readonly [title: string, advice: string]>> = {
  400: ["Something was wrong with that request.", "Go back to the previous page and try again."],
  401: ["You need to sign in to see this page.", "Sign in, then come back."],
  403: ["You do not have access to this.", "It may require a different account, or membership."],
  405: ["That is not possible here.", "Go back to the previous page and try again."],
  409: ["This has changed in the meantime.", "Reload the page to see its current state."],
  410: ["This was removed.", "The author has removed it."],
  413: ["That was too long.", "Shorten it and try again."],
  415: ["This could not be read.", "Send it as a form, in UTF-8."],
  429: ["Too many requests.", "Please wait a moment and try again."],
  503: ["This is not available just now.", "Please try again in a few minutes."],
};

const unexpected = [
  "Something went wrong on our side.",
  "The error has been logged. Trying again may help.",
] as const;

/** Shown when a client-side navigation got no response from the server. */
function ConnectionErrorScreen() {
  const { pathname, search } = useLocation();
  const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
  return (
    <Page>
      <PageHeader
        title={isOffline ? "You seem to be offline." : "The site did not respond."}
        standfirst={
          isOffline
            ? "This page will load once you are back online."
            : "The connection was lost, or the site is being restarted. Please try again in a moment."
        }
      />
      <div className="flex flex-wrap gap-3">
        {/* A client-side link: without a connection, a document request would show the browser's error page. */}
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
  cause?: unknown;
}

function ErrorScreen({ status, requestId, cause }: ErrorScreenProps) {
  const servedRequestId = useServedRequestId();
  const id = requestId ?? servedRequestId;
  const [title, advice] = messages[status] ?? unexpected;
  return (
    <Page>
      <PageHeader title={title} standfirst={advice} />
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
            <dd {...{ [REQUEST_ID_ATTRIBUTE]: "" }} className="font-mono break-all">
              {id}
            </dd>
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

const links = [
  ...navigation,
  ...topics.map(({ slug, title }) => ({ to: `/${slug}`, label: title })),
  { to: "/whitepaper", label: "Whitepaper" },
  { to: "/declaration", label: "Declaration of Principles" },
];

interface NotFoundProps {
  children?: ReactNode;
}

export function NotFound({ children }: NotFoundProps) {
  return (
    <Page>
      <PageHeader title="The page you're looking for doesn't exist." />
      {children}
      <ButtonLink to="/">Go to the front page</ButtonLink>
      <nav aria-labelledby="elsewhere" className="mt-12 border-t border-line pt-5">
        <h2 id="elsewhere" className="text-sm text-muted">
          Where to go instead
        </h2>
        <ul className="mt-3 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 items-center font-display text-xl underline-offset-4 hover:text-accent hover:underline"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  );
}

/** Reloads the failed page with a document request. */
export function TryAgain() {
  // Not "": inside an error boundary it resolves to the boundary's route, without the query.
  const { pathname, search } = useLocation();
  return (
    <Link
      to={safeRedirect(pathname + search)}
      reloadDocument
      className="link inline-flex min-h-11 items-center px-2"
    >
      Try again
    </Link>
  );
}
