/** A picture as SVG: text that any program opens. Where the font is missing, lines keep their widths. */
import { baseline } from '../../../src/model/canvas/baseline.ts'
import type { Picture, Shape } from './shapes.ts'

const interfaceFamily = "'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, sans-serif"

export function svgOf({ title, width, height, scale, background, font, shapes }: Picture): string {
  const size = `viewBox="0 0 ${round(width / scale)} ${round(height / scale)}" width="${width}" height="${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(font?.family ?? interfaceFamily)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    ...shapes.map(element),
    '</svg>\n',
  ].join('\n')
}

function element(shape: Shape): string {
  switch (shape.kind) {
    case 'disc':
      return `<circle cx="${round(shape.x)}" cy="${round(shape.y)}" r="${round(shape.r)}" fill="${escaped(shape.fill)}"/>`
    case 'line': {
      const { from, to, width, colour } = shape
      const ends = `x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}"`
      return `<line ${ends} stroke="${escaped(colour)}" stroke-width="${round(width)}"/>`
    }
    case 'area': {
      const { outlines, around, fill } = shape
      const path = outlines
        .map((outline) => `M${outline.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`)
        .join('')
      const rim =
        around > 0 ? ` stroke="${escaped(fill)}" stroke-width="${round(2 * around)}" stroke-linejoin="round"` : ''
      return `<path d="${path}" fill="${escaped(fill)}"${rim}/>`
    }
    case 'box': {
      const { x, y, width, height, radius, fill, rim } = shape
      const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
      return `<rect ${place} rx="${round(radius)}" fill="${fill}"${rim ? ` stroke="${rim}"` : ''}/>`
    }
    case 'text': {
      const { text, x, y, size, weight, fill, anchor, width } = shape
      const place = `x="${round(x)}" y="${round(y + size * baseline)}"${anchor === 'middle' ? ' text-anchor="middle"' : ''}`
      const font = `font-size="${round(size)}" font-weight="${weight}" fill="${fill}"`
      return `<text ${place} ${font} textLength="${round(width)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
    }
  }
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

/** Control characters are no XML, lone surrogates no text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
