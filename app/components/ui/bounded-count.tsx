import { formatNumber } from "~/utils/format";

interface BoundedCountProps {
  count: number;
  /** Whether counting stopped early. */
  isMore: boolean;
}

/** `12`, or `1,000+` if counting stopped early. */
export const BoundedCount = ({ count, isMore }: BoundedCountProps) => (
  <>
    {isMore ? <span className="sr-only">at least </span> : null}
    {formatNumber(count)}
    {isMore ? <span aria-hidden="true">+</span> : null}
  </>
);
