import { Pagination } from "../ui/pagination";

interface NeighboursProps {
  /** Where an engine's recommendations are, such as `/momentum`. */
  list: string;
  olderId: string | null;
  newerId: string | null;
}

/** The ways to the recommendations before and after one. */
export const PreviousNextLinks = ({ list, olderId, newerId }: NeighboursProps) => (
  <Pagination
    label="Recommendations before and after"
    previous={olderId && `${list}/${olderId}`}
    previousLabel="Older"
    next={newerId && `${list}/${newerId}`}
    nextLabel="Newer"
  />
);
