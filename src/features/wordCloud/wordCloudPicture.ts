/** A word cloud as a picture that stands by itself: always in the colours for paper. */
import type { ExportOptions } from '../../data/files/exporter.ts'
import { pageFonts } from '../../data/files/pageFonts.ts'
import { baseline } from '../../model/canvas/baseline.ts'
import { cloudFamily, cloudWeight } from '../../ui/words/measureWord.ts'
import type { PlacedWord } from '../../ui/words/placeWords.ts'
import { readingFamily } from '../../ui/words/readingFonts.ts'
import { cloudBounds, paperTones, toneOf } from '../../ui/words/wordTones.ts'

type Drawn = ExportOptions['drawnPng']

const margin = 16

/** `name`: of its file; `title`: what it shows; `scale`: px of the file for one of the screen. */
export function wordCloudPicture(placed: readonly PlacedWord[], name: string, title: string, scale: number): Drawn {
  const { left, top, width, height } = cloudBounds(placed, margin)
  const shapes = placed.map(({ word, x, y, size, width }) => ({
    ...({ kind: 'text', text: word, x: x - left, y: y - top - size * baseline, size, width } as const),
    ...({ weight: cloudWeight, fill: paperTones[toneOf(word)] ?? '#000000', anchor: 'start' } as const),
  }))
  const font = { family: cloudFamily(), weight: cloudWeight }
  const size = { width: width * scale, height: height * scale, scale }
  return { picture: { name, title, ...size, background: '#ffffff', font, shapes }, fonts: pageFonts(readingFamily()) }
}
