import { AdminForm } from "~/components/admin/admin-form";
import { DateTime } from "~/components/ui/date-time";
import { Section } from "~/components/ui/page";

interface SettingChangesProps {
  /** Newest first. */
  changes: readonly { revision: number; at: string; by: string | null; changed: string[] }[];
}

/** Who changed what when, with a way back to each earlier state. */
export const SettingChanges = ({ changes }: SettingChangesProps) => (
  <Section id="changes" title="Changes" standfirst="Who changed what, and the way back.">
    {changes.length ? (
      <ol className="grid gap-px">
        {changes.map(({ revision, at, by, changed }, index) => (
          <li key={revision} className="border-t border-line py-4">
            <p className="mb-2">
              <b className="font-medium">{changed.join(", ")}</b>
              <span className="text-muted">
                {" "}
                by <bdi>{by ?? "somebody whose account is deleted"}</bdi>,{" "}
                <DateTime value={at} withTime />
              </span>
            </p>
            {index ? <BackTo revision={revision} /> : "This applies now."}
          </li>
        ))}
        <li className="border-t border-line py-4">
          <p className="mb-2 font-medium">As in the environment</p>
          <BackTo revision={0} />
        </li>
      </ol>
    ) : (
      <p className="text-muted">Nothing was changed yet: all is as in the environment.</p>
    )}
  </Section>
);

const BackTo = ({ revision }: { revision: number }) => (
  <AdminForm
    intent="goBack"
    item={String(revision)}
    label="Back to this"
    pendingLabel="Going back…"
    variant="secondary"
  >
    {() => <input type="hidden" name="earlier" value={revision} />}
  </AdminForm>
);
