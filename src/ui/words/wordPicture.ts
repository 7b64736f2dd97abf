/** A word cloud as a picture that stands by itself: always in the colours for paper. */
import { cloudFamily, cloudWeight } from './measureWord.ts'
import type { PlacedWord } from './placeWords.ts'

/** The tones of words on paper, as `wordCloud.css` has them for the light theme. */
export const paperTones = ['#2b3a69', '#1c6165', '#7a2f63', '#84410f', '#54575f'] as const
const paper = '#ffffff'
const margin = 16

/** Which of the tones a word has: always the same. */
export function toneOf(word: string): number {
  let hash = 7
  for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return hash % paperTones.length
}

export interface CloudBounds {
  left: number
  top: number
  width: number
  height: number
}

export function cloudBounds(placed: readonly PlacedWord[], around = 4): CloudBounds {
  const left = Math.floor(Math.min(...placed.map(({ x }) => x)) - around)
  const top = Math.floor(Math.min(...placed.map((word) => word.top)) - around)
  const right = Math.ceil(Math.max(...placed.map(({ x, width }) => x + width)) + around)
  const bottom = Math.ceil(Math.max(...placed.map((word) => word.top + word.height)) + around)
  return { left, top, width: right - left, height: bottom - top }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** `title`: what it shows. Where the font is missing, words keep their widths. */
export function cloudSvg(placed: readonly PlacedWord[], title: string): string {
  const { left, top, width, height } = cloudBounds(placed, margin)
  const words = placed.map(
    ({ word, x, y, size, width: length }) =>
      `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}" textLength="${length.toFixed(1)}" ` +
      `lengthAdjust="spacingAndGlyphs" fill="${paperTones[toneOf(word)]}">${escaped(word)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"`,
    ` font-family="${escaped(cloudFamily())}" font-weight="${cloudWeight}" role="img"><title>${escaped(title)}</title>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${paper}"/>`,
    ...words,
    '</svg>\n',
  ].join('\n')
}

/** In double size, for print. */
export async function cloudPng(placed: readonly PlacedWord[], scale = 2): Promise<Blob> {
  const { left, top, width, height } = cloudBounds(placed, margin)
  const canvas = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no canvas')
  context.scale(scale, scale)
  context.translate(-left, -top)
  context.fillStyle = paper
  context.fillRect(left, top, width, height)
  for (const { word, x, y, size } of placed) {
    context.font = `${cloudWeight} ${size}px ${cloudFamily()}`
    context.fillStyle = paperTones[toneOf(word)] ?? '#000000'
    context.fillText(word, x, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png'),
  )
}
