import { Link } from "~/components/ui/link";
import { useViewer } from "~/utils/root-data";

interface EditLinksProps {
  /** The address that those to edit and to what changed begin with. */
  path: string;
  /** The name of whoever wrote it. */
  author: string;
  editedAt: string | null;
}

/** Beside a text: what changed, if it was edited, and for its author the way to edit it. */
export function EditLinks({ path, author, editedAt }: EditLinksProps) {
  const isOwn = useViewer()?.name === author;
  return (
    <>
      {editedAt ? (
        <Link to={`${path}/changes`} className="underline underline-offset-4 hover:text-ink touch">
          edited
        </Link>
      ) : null}
      {isOwn ? (
        <Link to={`${path}/edit`} className="link touch">
          Edit
        </Link>
      ) : null}
    </>
  );
}
