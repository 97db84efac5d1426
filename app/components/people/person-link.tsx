import { Link } from "~/components/ui/link";
import { isPersonName, personPath } from "~/domain/person-path";

/** The name of whoever wrote something, which leads to their page unless their account was deleted. */
export const PersonLink = ({ name }: { name: string }) =>
  isPersonName(name) ? (
    <Link to={personPath(name)} className="hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
