import { hueText } from "~/components/ui/topic-colors";
import { topics } from "~/domain/topics";

const CENTRE = 160;
const ARC = { radius: 112, degrees: 52 };
const STEP = 360 / topics.length;

/** A point on a circle round the middle, with 0° at the top. */
function point(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  const at = (value: number) => (CENTRE + radius * value).toFixed(2);
  return `${at(Math.cos(angle))} ${at(Math.sin(angle))}`;
}

/** An arc about a place on the circle; the other way round where writing along it would hang. */
function arc(radius: number, middle: number, degrees: number, backwards = false): string {
  const [from, to] = [middle - degrees / 2, middle + degrees / 2];
  const [start, end] = backwards ? [to, from] : [from, to];
  return `M${point(radius, start)}A${radius} ${radius} 0 0 ${backwards ? 0 : 1} ${point(radius, end)}`;
}

/** Six topics round one table: the site's mark, grown up into a seal. An ornament, said elsewhere. */
export const TopicRing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 320 320" aria-hidden="true" focusable="false" className={className}>
    {topics.map(({ slug, title }, place) => {
      const middle = place * STEP;
      const below = middle > 90 && middle < 270;
      const line = `topic-ring-${slug}`;
      return (
        <g key={slug}>
          <path
            d={arc(ARC.radius, middle, ARC.degrees)}
            fill="none"
            stroke="currentColor"
            strokeWidth="7"
            className={hueText[slug]}
          />
          <path id={line} d={arc(below ? 137 : 127, middle, STEP, below)} fill="none" />
          <text
            textAnchor="middle"
            className="fill-ink font-display text-[16px] font-medium tracking-wide"
          >
            <textPath href={`#${line}`} startOffset="50%">
              {title}
            </textPath>
          </text>
        </g>
      );
    })}
    <circle cx={CENTRE} cy={CENTRE} r="7" className="fill-accent" />
  </svg>
);
