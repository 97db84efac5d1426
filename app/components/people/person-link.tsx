import { Link } from "~/components/ui/link";
import { isPersonName, personPath } from "~/domain/person-path";

/** An author's name, linked to the author's page unless the account was deleted. */
export const PersonLink = ({ name }: { name: string }) =>
  isPersonName(name) ? (
    <Link to={personPath(name)} dir="auto" className="hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
