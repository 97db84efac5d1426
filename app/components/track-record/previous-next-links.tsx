import { Pagination } from "~/components/ui/list";

interface PreviousNextLinksProps {
  /** The path of the engine's list, such as `/momentum`. */
  list: string;
  olderId: string | null;
  newerId: string | null;
}

/** Links to the previous and next recommendation. */
export const PreviousNextLinks = ({ list, olderId, newerId }: PreviousNextLinksProps) => (
  <Pagination
    label="Older and newer recommendations"
    previous={olderId && `${list}/${olderId}`}
    previousLabel="Older"
    next={newerId && `${list}/${newerId}`}
    nextLabel="Newer"
  />
);
