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
  designAccent: string;
}

const links = [
  { name: "socialUrl", label: "Social page", type: "url" },
  { name: "repositoryUrl", label: "Source code", type: "url" },
  { name: "contactEmail", label: "Contact address", type: "email" },
] as const;

export const SettingFields = ({ fields, limits, configured, designAccent }: SettingFieldsProps) => (
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
      hint="It is shown until this day ends in UTC."
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
      hint={`For the light colour scheme; the colour for the dark one is computed from it. Most browsers also offer the colour of the design, ${designAccent}.`}
      type="color"
      list="accents"
      field={fields.accent}
    />
    <datalist id="accents">
      <option value={designAccent}>Colour of the design</option>
    </datalist>
    {links.map(({ name, label, type }) => (
      <InputField
        key={name}
        label={label}
        optional
        hint={`If empty: ${configured[name]}`}
        type={type}
        field={fields[name]}
        autoComplete="off"
      />
    ))}
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
