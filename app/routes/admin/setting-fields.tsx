import type { FieldMetadata } from "@conform-to/react";
import { InputField, SelectField } from "~/components/ui/field";
import type { Site } from "~/config/site";
import {
  MAX_BANNER_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TAGLINE_LENGTH,
  type BannerTone,
  type SignUpMode,
} from "~/domain/site-settings";

export type SettingField =
  | "signUp"
  | "bannerText"
  | "bannerTone"
  | "bannerUntil"
  | "name"
  | "tagline"
  | "accent"
  | "socialUrl"
  | "repositoryUrl"
  | "contactEmail"
  | `limit${string}`;

const signUpLabels: Record<SignUpMode, string> = {
  open: "Everybody",
  invitation: "Those with an invitation",
  closed: "Nobody",
};
const toneLabels: Record<BannerTone, string> = { notice: "Notice", warning: "Warning" };

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface SettingFieldsProps {
  fields: Record<SettingField, FieldMetadata<string>>;
  limits: readonly { variable: string; field: `limit${string}`; configured: number }[];
  /** The site as the environment configures it. */
  configured: Site;
}

export const SettingFields = ({ fields, limits, configured }: SettingFieldsProps) => (
  <>
    <SelectField label="Who may sign up" field={fields.signUp} options={optionsOf(signUpLabels)} />
    <InputField
      label="Banner"
      optional
      hint={`On top of every page. At most ${MAX_BANNER_LENGTH} characters.`}
      field={fields.bannerText}
      autoComplete="off"
    />
    <SelectField label="Kind of banner" field={fields.bannerTone} options={optionsOf(toneLabels)} />
    <InputField
      label="Last day of the banner"
      optional
      hint="In UTC, such as 2026-01-31."
      type="date"
      field={fields.bannerUntil}
    />
    <InputField
      label="Name"
      optional
      hint={`At most ${MAX_SITE_NAME_LENGTH} characters. If empty: ${configured.name}`}
      field={fields.name}
      autoComplete="off"
    />
    <InputField
      label="Tagline"
      optional
      hint={`At most ${MAX_TAGLINE_LENGTH} characters. If empty: ${configured.tagline}`}
      field={fields.tagline}
      autoComplete="off"
    />
    <InputField
      label="Accent colour"
      optional
      hint="On light ground, such as #0b5a3d; the one on dark ground follows from it. If empty: that of the design."
      field={fields.accent}
      autoComplete="off"
      spellCheck={false}
    />
    <InputField
      label="Social page"
      optional
      hint={`If empty: ${configured.socialUrl}`}
      type="url"
      field={fields.socialUrl}
    />
    <InputField
      label="Source code"
      optional
      hint={`If empty: ${configured.repositoryUrl}`}
      type="url"
      field={fields.repositoryUrl}
    />
    <InputField
      label="Contact address"
      optional
      hint={`If empty: ${configured.contactEmail}`}
      type="email"
      field={fields.contactEmail}
      autoComplete="off"
    />
    <details>
      <summary className="inline-flex min-h-11 items-center font-medium text-accent">
        Limits on requests
      </summary>
      <div className="mt-4 grid gap-5">
        {limits.map(({ variable, field, configured }) => (
          <InputField
            key={variable}
            label={variable}
            optional
            hint={`If empty: ${configured}`}
            inputMode="numeric"
            field={fields[field]}
            autoComplete="off"
          />
        ))}
      </div>
    </details>
  </>
);
