import { StarIcon, StarOutlineIcon } from "./icons";

export const RATINGS = [1, 2, 3, 4, 5] as const;

/** A rating as stars and as a number. Empty stars differ in shape, not only in colour. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    <span aria-hidden="true" className="inline-flex text-warning">
      {RATINGS.map((star) =>
        star <= rating ? (
          <StarIcon key={star} className="size-4.5" />
        ) : (
          <StarOutlineIcon key={star} className="size-4.5" />
        ),
      )}
    </span>
    <span className="text-sm tabular-nums">
      <span className="sr-only">Rating: </span>({rating}/5)
    </span>
  </span>
);
