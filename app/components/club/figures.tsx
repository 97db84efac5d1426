import { clsx } from "clsx";
import { Card } from "~/components/ui/card";

export interface Figure {
  label: string;
  value: string;
  note: string;
}

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-1 gap-5 sm:grid-cols-3">
    {figures.map(({ label, value, note }) => (
      <Card key={label} className="gap-1">
        <dt className="text-base text-muted">{label}</dt>
        <dd
          className={clsx(
            "font-display text-3xl font-medium tabular-nums",
            value.startsWith("+") && "text-positive",
          )}
        >
          {value}
        </dd>
        <dd className="text-sm text-muted">{note}</dd>
      </Card>
    ))}
  </dl>
);
