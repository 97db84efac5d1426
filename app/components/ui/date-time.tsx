import { UTCDate } from "@date-fns/utc";
import { format } from "date-fns/format";

interface DateTimeProps {
  /** An ISO string or a date. */
  value: string | Date;
  /** With the hour, as under a comment. */
  withTime?: boolean;
  className?: string;
}

/** A date as it reads everywhere: `Jan 31, 2026`, in UTC, so that server and browser agree. */
export function DateTime({ value, withTime = false, className }: DateTimeProps) {
  const date = new UTCDate(value);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {format(date, withTime ? "MMM d, yyyy 'at' HH:mm 'UTC'" : "MMM d, yyyy")}
    </time>
  );
}
