import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AdminForm } from "~/components/admin/admin-form";
import { DateTime } from "~/components/ui/date-time";
import { PageHeader, Section } from "~/components/ui/page";
import { readJobs, siteJobNames, startJob } from "~/services/admin/site-jobs.server";
import { formatNumber } from "~/utils/format";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const found = viewer && (await orErrorResponse(readJobs(viewer)));
  return (
    found && {
      jobs: found.jobs,
      runs: found.runs.map((run) => ({
        ...run,
        startedAt: run.startedAt.toISOString(),
        endedAt: run.endedAt?.toISOString() ?? null,
      })),
    }
  );
}

export const action = adminAction({
  runJob: adminForm(z.object({ job: z.enum(siteJobNames) }), {
    page: "/admin/jobs",
    isButton: true,
    handle: ({ job }, { viewer }) => startJob(viewer, job),
  }),
});

export default function Jobs() {
  const { jobs = [], runs = [] } = useLoaderData<typeof loader>() ?? {};
  return (
    <>
      <PageHeader
        title="Jobs"
        standfirst="What the site does by itself, started now. It runs on when you leave this page."
      />
      <ul className="grid gap-px">
        {jobs.map(({ name, label, does, isRunning }) => (
          <li key={name} className="grid gap-3 border-t border-line py-4">
            <div>
              <h2 className="font-medium">{label}</h2>
              <p className="text-muted">{does}</p>
              {isRunning ? <p className="font-medium text-accent">It is running.</p> : null}
            </div>
            <AdminForm
              intent="runJob"
              item={name}
              label="Run now"
              pendingLabel="Starting…"
              variant="secondary"
            >
              {() => <input type="hidden" name="job" value={name} />}
            </AdminForm>
          </li>
        ))}
      </ul>
      <Section id="runs" title="Last runs">
        {runs.length ? (
          <ol className="grid gap-px">
            {runs.map(({ id, job, startedAt, endedAt, result, error, by }) => (
              <li key={id} className="border-t border-line py-3">
                <p>
                  <b className="font-medium">{job}</b>
                  <span className="text-muted">
                    , <DateTime value={startedAt} withTime />
                    {endedAt ? `, ${secondsBetween(startedAt, endedAt)} s` : null}
                    {by ? (
                      <>
                        , by <bdi>{by}</bdi>
                      </>
                    ) : null}
                  </span>
                </p>
                <p className={error ? "wrap-anywhere text-negative" : "wrap-anywhere"}>
                  {error ?? result ?? "It is running."}
                </p>
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-muted">No job has run yet.</p>
        )}
      </Section>
    </>
  );
}

const secondsBetween = (from: string, until: string) =>
  formatNumber(Math.ceil((Date.parse(until) - Date.parse(from)) / 1000));

export const meta = hiddenMeta(
  "Jobs of the site",
  "What the site does by itself, and how it ended.",
  "/admin/jobs",
);
