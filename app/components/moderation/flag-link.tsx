import { clsx } from "clsx";
import { Link } from "~/components/ui/link";
import type { ModeratedKind } from "~/domain/moderation";
import { hasPower } from "~/domain/permissions";
import { useViewer } from "~/utils/root-data";

interface FlagLinkProps {
  kind: ModeratedKind;
  id: string;
  /** The by-line of the text, or the person’s name. */
  author: string;
  className?: string;
}

/** Leads to the form that flags a text or person, and moderators to the one that decides about it. */
export function FlagLink({ kind, id, author, className }: FlagLinkProps) {
  const viewer = useViewer();
  if (!viewer || viewer.name === author) return null;
  const style = clsx("button button-quiet button-sm", className);
  const what = <span className="sr-only">{` this ${kind}`}</span>;
  return (
    <>
      <Link to={`/flag/${kind}/${id}`} rel="nofollow" className={style}>
        Flag{what}
      </Link>
      {hasPower(viewer, "decide") ? (
        <Link to={`/moderation/decide/${kind}/${id}`} rel="nofollow" className={style}>
          Moderate{what}
        </Link>
      ) : null}
      {kind === "person" && hasPower(viewer, "read-queue") ? (
        <Link to={`/moderation/people/${author}/invitations`} rel="nofollow" className={style}>
          Invitations
        </Link>
      ) : null}
    </>
  );
}
