import { Link } from "~/components/ui/link";
import { useViewer } from "~/utils/root-data";

interface EditLinksProps {
  /** The path of the text, to which `/edit` and `/changes` are appended. */
  path: string;
  /** The name of the text's author. */
  author: string;
  editedAt: string | null;
}

/** Links beside a text: to its changes if it was edited, and to the edit form for its author. */
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
