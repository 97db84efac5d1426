import { textColor } from "~/components/ui/topic-colors";
import { topics } from "~/domain/topics";

const CENTRE = 160;
const ARC = { radius: 112, degrees: 52 };
const STEP = 360 / topics.length;

/** A point on a circle around the centre, with 0° at the top. */
function point(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  const at = (value: number) => (CENTRE + radius * value).toFixed(2);
  return `${at(Math.cos(angle))} ${at(Math.sin(angle))}`;
}

/** An arc centred on an angle; reversed if text along it would otherwise be upside down. */
function arc(radius: number, middle: number, degrees: number, isReversed = false): string {
  const [from, to] = [middle - degrees / 2, middle + degrees / 2];
  const [start, end] = isReversed ? [to, from] : [from, to];
  return `M${point(radius, start)}A${radius} ${radius} 0 0 ${isReversed ? 0 : 1} ${point(radius, end)}`;
}

/** The logo as a ring of the six topics. Decorative: the topics are listed elsewhere on the page. */
export const TopicRing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 320 320" aria-hidden="true" focusable="false" className={className}>
    {topics.map(({ slug, title }, index) => {
      const middle = index * STEP;
      const isInLowerHalf = middle > 90 && middle < 270;
      const pathId = `topic-ring-${slug}`;
      return (
        <g key={slug}>
          <path
            d={arc(ARC.radius, middle, ARC.degrees)}
            fill="none"
            stroke="currentColor"
            strokeWidth="7"
            className={textColor(slug)}
          />
          <path
            id={pathId}
            d={arc(isInLowerHalf ? 137 : 127, middle, STEP, isInLowerHalf)}
            fill="none"
          />
          <text
            textAnchor="middle"
            className="fill-ink font-display text-[16px] font-medium tracking-wide"
          >
            <textPath href={`#${pathId}`} startOffset="50%">
              {title}
            </textPath>
          </text>
        </g>
      );
    })}
    <circle cx={CENTRE} cy={CENTRE} r="7" className="fill-accent" />
  </svg>
);
