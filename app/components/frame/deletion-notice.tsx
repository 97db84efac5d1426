import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { useViewer } from "~/utils/root-data";

/** Tells users on every page that their account will be deleted: somebody else may have asked for it. */
export function DeletionNotice() {
  const deletion = useViewer()?.deletion;
  if (!deletion) return null;
  return (
    <aside
      aria-label="Deletion of your account"
      className="border-b border-warning bg-warning-wash px-4 py-3 text-center text-base text-ink print:hidden"
    >
      <b className="font-medium">Your account will be deleted</b> on{" "}
      <DateTime value={deletion.leavesAt} />
      {deletion.withContent
        ? ", with everything you wrote. "
        : "; what you wrote stays, without your name. "}
      <Link to="/settings/data#delete-account" className="link">
        Call it off
      </Link>
    </aside>
  );
}
