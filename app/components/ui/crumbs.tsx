import type { Crumb } from "~/utils/seo/structured-data";
import { Badge } from "./badge";
import { Link } from "./link";

/** Links to the pages above this one, the highest first. The page itself is named by its heading. */
export const Crumbs = ({ trail }: { trail: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className="crumbs">
    <ol>
      {trail.map(({ to, label, topic }) => (
        <li key={to}>
          <Link to={to}>{topic ? <Badge topic={topic}>{label}</Badge> : label}</Link>
        </li>
      ))}
    </ol>
  </nav>
);
