import { formatDay, formatHour } from "~/utils/dates";

interface DateTimeProps {
  value: string | Date;
  withTime?: boolean;
  className?: string;
}

/** A date such as `Jan 31, 2026`, always in UTC so that server and browser render the same. */
export function DateTime({ value, withTime = false, className }: DateTimeProps) {
  const date = new Date(value);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {withTime ? `${formatDay(date)} at ${formatHour(date)} UTC` : formatDay(date)}
    </time>
  );
}
