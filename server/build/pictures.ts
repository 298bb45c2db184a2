// Draws what iOS shows while the app starts, one picture for each screen and theme, and the icons of the manifest's shortcuts:
// `node server/build/pictures.ts`, after a change of the mark, the sizes or the shortcuts. Android and desktops draw their start from
// the manifest.
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { splashImagePath, splashSchemes, splashSizes } from '#contract/splashSizes.ts'

const publicDir = resolve(import.meta.dirname, '../../public')
const colours = {
  light: { paper: '#f6f3ec', water: '#0b5f66', rope: '#7f570e' },
  dark: { paper: '#0d141a', water: '#5cc0bc', rope: '#d9ae5f' },
} as const

/** The mark of icons/mark.svg in the middle of the paper, a fifth of the narrower side wide. */
function picture(width: number, height: number, { paper, water, rope }: (typeof colours)['light' | 'dark']): string {
  const side = Math.round(Math.min(width, height) / 5)
  const scale = side / 64
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round">
<rect width="${width}" height="${height}" fill="${paper}"/>
<g transform="translate(${(width - side) / 2} ${(height - side) / 2}) scale(${scale})">
<circle cx="34" cy="25" r="15" stroke="${water}" stroke-width="5"/>
<path d="M34 25c0 13-8 18-27 18" stroke="${rope}" stroke-width="4"/><path d="M6 53h52" stroke="${water}" stroke-width="3"/></g></svg>`
}

rmSync(join(publicDir, 'splash'), { recursive: true, force: true })
mkdirSync(join(publicDir, 'splash'))
for (const [width, height, ratio] of splashSizes)
  for (const scheme of splashSchemes) {
    const svg = picture(width * ratio, height * ratio, colours[scheme])
    const file = join(publicDir, splashImagePath(width * ratio, height * ratio, scheme))
    await sharp(Buffer.from(svg)).png({ palette: true, colours: 32, effort: 10, compressionLevel: 9 }).toFile(file)
  }

/** Drawn like the app's own icons, on 24 squares. */
const shortcuts = {
  messages: 'M6.5 16.5c1-1.3 1-2.8 1-5.5a4.5 4.5 0 0 1 9 0c0 2.7 0 4.2 1 5.5ZM10.3 19.5h3.4M12 4.5v2',
  chat: 'M9 15.5v3.5l4-3.5h6V6H5v9.5h1.5M8.5 9.3h7M8.5 12.3h4',
}
for (const [name, shape] of Object.entries(shortcuts)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke-linecap="round" stroke-linejoin="round">
<circle cx="24" cy="24" r="23" fill="${colours.light.water}"/>
<g transform="translate(10.8 10.8) scale(1.1)"><path d="${shape}" stroke="${colours.light.paper}" stroke-width="1.8"/></g></svg>`
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(96, 96)
    .png()
    .toFile(join(publicDir, `icons/shortcut-${name}-96.png`))
}
