/**
 * Draws the site's icons and the preview card of its links into `public/`, from the logo mark and the colours
 * of the topics. The files are committed; run this again when the mark or a colour has changed:
 *
 *     node scripts/draw-icons.mjs
 *
 * No image contains text, because the operator decides the name of the site.
 */
import { writeFileSync } from "node:fs";
import { chromium } from "playwright";
import { chromiumArgs, ensureChromium } from "./lib/chromium.mjs";
import { inProject, say } from "./lib/project.mjs";
import "./lib/typescript.mjs";

const { colors } = await import("../app/styles/tokens.ts");
const { topics } = await import("../app/domain/topics.ts");

const GROUND = colors.accent.light;
const MARK = colors.paper.light;

/** The mark of `favicon.svg`: six seats round a table, 28 by 28. */
const mark = `<g fill="none" stroke="${MARK}">
  <circle cx="14" cy="14" r="10.5" stroke-width="4" pathLength="60" stroke-dasharray="7.5 2.5" transform="rotate(-97.5 14 14)"/>
  <circle cx="14" cy="14" r="3.5" fill="${MARK}" stroke="none"/>
</g>`;

/**
 * The mark on a square of the accent.
 *
 * @param {{ share: number, corner: number }} shape the width of the mark and the corner radius of the square, in
 *   hundredths of its side
 */
function icon({ share, corner }) {
  const scale = share / 28;
  const margin = (100 - share) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
    <rect width="100" height="100" rx="${corner}" fill="${GROUND}"/>
    <g transform="translate(${margin} ${margin}) scale(${scale})">${mark}</g>
  </svg>`;
}

/** The mark in large, with the six topics as seats round a table, on a background with the fine lines of a banknote. */
function card() {
  const seats = topics.map(
    ({ slug }, place) => `<circle r="172" fill="none" stroke="${colors[slug].light}"
      stroke-width="34" pathLength="60" stroke-dasharray="8 52" transform="rotate(${place * 60 - 114})"/>`,
  );
  const lines = Array.from({ length: 30 }, (_, i) => rosette(262 + i * 16, (i * Math.PI) / 9));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
    <rect width="1200" height="630" fill="${colors.paper.light}"/>
    <g transform="translate(600 315)">
      <g fill="none" stroke="${colors.accent.light}" opacity="0.3">${lines.join("")}</g>
      ${seats.join("")}
      <circle r="46" fill="${colors.accent.light}"/>
    </g>
    <rect y="618" width="1200" height="12" fill="${colors.accent.light}"/>
  </svg>`;
}

/** A closed line round the centre with twelve waves; many of them make the pattern of a banknote. */
function rosette(/** @type {number} */ radius, /** @type {number} */ turn) {
  const points = Array.from({ length: 720 }, (_, i) => {
    const angle = (i / 720) * 2 * Math.PI;
    const reach = radius * (1 + 0.055 * Math.cos(12 * angle + turn));
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `<path d="M${points.join("L")}Z"/>`;
}

/** Wraps a PNG in the ICO format, for browsers that request `/favicon.ico`. */
function ico(/** @type {Buffer} */ png, /** @type {number} */ size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // the type: an icon
  header.writeUInt16LE(1, 4); // the number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const executablePath = await ensureChromium();
const browser = await chromium.launch({ executablePath, args: chromiumArgs() });

/** @param {string} svg @param {number} width @param {number} [height] */
async function draw(svg, width, height = width) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

function write(/** @type {string} */ name, /** @type {Buffer} */ bytes) {
  writeFileSync(inProject(`public/${name}`), bytes);
  say(`${name}  ${bytes.length} bytes`);
}

const rounded = icon({ share: 68, corner: 22 });
// For systems that crop icons to a shape of their own: square, with the mark within the safe zone.
const whole = icon({ share: 54, corner: 0 });
write("icons/icon-192.png", await draw(rounded, 192));
write("icons/icon-512.png", await draw(rounded, 512));
write("icons/maskable-512.png", await draw(whole, 512));
write("icons/apple-touch-icon.png", await draw(icon({ share: 62, corner: 0 }), 180));
write("favicon.ico", ico(await draw(icon({ share: 78, corner: 20 }), 32), 32));
write("social-card.png", await draw(card(), 1200, 630));
await browser.close();
