/**
 * The font that texts are read in, in every script that it has, fetched before a text or a cloud of words asks for it: else its letters would
 * be drawn twice, at first in another font. What cannot be fetched is when it is needed.
 */
import { cloudFamily } from './measureWord.ts'

export async function readingFonts(): Promise<void> {
  const family = readingFamily()
  // Italics are rare: they come when they are read.
  const faces = [...document.fonts].filter((face) => plain(face.family) === family && face.style === 'normal')
  for (const face of faces) await face.load().catch(() => {})
}

/** As its stylesheet names it. */
export const readingFamily = (): string => plain(cloudFamily().split(',')[0] ?? '')

const plain = (family: string): string => family.replaceAll(/["']/g, '').trim()
