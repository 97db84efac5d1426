import { useHydrated } from "~/utils/browser/hydrated";
import { formatDay, formatMoment } from "~/utils/dates";

interface DateTimeProps {
  value: string | Date;
  withTime?: boolean;
  className?: string;
}

/** A date such as `Jan 31, 2026`, in UTC; with its time, on the reader's clock once the page has hydrated. */
export function DateTime({ value, withTime = false, className }: DateTimeProps) {
  const date = new Date(value);
  if (withTime) return <Moment date={date} className={className} />;
  return (
    <time dateTime={date.toISOString()} className={className}>
      {formatDay(date)}
    </time>
  );
}

/** It only becomes shorter, so that no line breaks anew. */
function Moment({ date, className }: { date: Date; className: string | undefined }) {
  const ahead = useHydrated() ? -date.getTimezoneOffset() : 0;
  const utc = `${formatMoment(date)} UTC`;
  return (
    <time
      dateTime={date.toISOString()}
      title={ahead ? `${utc}, shown in your time zone` : undefined}
      className={className}
    >
      {ahead ? formatMoment(date, ahead) : utc}
    </time>
  );
}
