/** Colours as `#rrggbb`, and how well one can be read on another. */

type Channels = readonly [red: number, green: number, blue: number];

/** @returns whether a text is a colour as `#rrggbb` */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as unknown as Channels;

const toColor = (channels: Channels): string =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @returns the contrast of two colours as WCAG 2.2 defines it, from 1 to 21 */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** @returns a colour with a part, from 0 to 1, of another mixed in */
export function mix(color: string, other: string, part: number): string {
  const added = channelsOf(other);
  return toColor(
    channelsOf(color).map(
      (value, index) => value + (added[index]! - value) * part,
    ) as unknown as Channels,
  );
}

/** The least contrast of text and the ground it stands on. */
export const TEXT_CONTRAST = 4.5;
