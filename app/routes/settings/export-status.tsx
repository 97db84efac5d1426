import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { buttonClass } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import type { ExportResponse } from "~/schemas/responses";
import { formatBytes } from "~/utils/format";
import { useViewer } from "~/utils/root-data";
import { SettingsButton } from "./form";

/** How often to check whether the copy is ready. */
const POLL_MS = 5_000;

/** The status of the requested copy, and what the user can do next. */
export function ExportStatus({ status }: { status: ExportResponse }) {
  usePolling(status.state === "waiting");
  const { state, readyAt, expiresAt, size } = status;
  // An address that is not confirmed gets no such mail.
  const isMailed = useViewer()?.hasProvenEmail;
  return (
    <div className="grid justify-items-start gap-4" aria-live="polite">
      {state === "waiting" ? (
        <p>
          Your copy is being made.{isMailed ? " We will mail you when it is ready." : null}{" "}
          <Link to="/settings/data" className="link">
            Check again
          </Link>
        </p>
      ) : null}
      {state === "failed" ? <p>Your copy could not be made. Please ask for it again.</p> : null}
      {state === "ready" && readyAt && expiresAt ? (
        <p>
          Your copy was made on <DateTime value={readyAt} withTime />. It is kept until{" "}
          <DateTime value={expiresAt} />.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-4">
        {state === "ready" ? (
          // A download is not a client-side navigation, so this is not a `Link`.
          <a href="/settings/data/export.zip" download className={buttonClass()}>
            Download ({formatBytes(size ?? 0)})
          </a>
        ) : null}
        {status.canRequest ? (
          <SettingsButton
            intent="requestExport"
            label={state === "ready" ? "Ask for a new copy" : "Ask for a copy"}
            pendingLabel="Asking…"
            variant="secondary"
          />
        ) : null}
      </div>
    </div>
  );
}

/** Revalidates the page's data at intervals while the tab is visible. */
function usePolling(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) revalidate();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
