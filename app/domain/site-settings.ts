/** The settings of a site that its administrators change while it runs. */
/** Who may sign up: everybody, those with an invitation of a member, or nobody. */
export const signUpModes = ["open", "invitation", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];

export const bannerTones = ["notice", "warning"] as const;
export type BannerTone = (typeof bannerTones)[number];

export const MAX_BANNER_LENGTH = 200;
export const MAX_SITE_NAME_LENGTH = 40;
export const MAX_TAGLINE_LENGTH = 80;
export const MAX_LIMIT = 1_000_000;

export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** A text on top of every page. */
export interface Banner {
  text: string;
  tone: BannerTone;
  /** The last day on which it is shown, such as `2026-01-31`; absent if it has no end. */
  until?: string;
}

/** The picture in the header, by the hash of its bytes. */
export interface Logo {
  hash: string;
  type: LogoType;
}

/** @returns whether the banner is shown on a day, such as `2026-01-31` */
export const isBannerShown = (banner: Banner | null, day: string): banner is Banner =>
  banner !== null && (banner.until === undefined || banner.until >= day);

export const MAX_LOGO_BYTES = 100 * 1024;
/** Of a side, in pixels. */
export const MAX_LOGO_SIDE = 1024;
