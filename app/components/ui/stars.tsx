import { StarIcon, StarOutlineIcon } from "./icons";

export const RATINGS = [1, 2, 3, 4, 5] as const;

/** A rating, drawn and in figures: filled stars are another shape than empty ones, not only darker. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex items-center gap-2">
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
