/**
 * The font that texts are read in, with the letters of the page's languages, fetched before a text or a cloud of words asks for it: else they would
 * be drawn twice, at first in another font. Other scripts, and italics, come when they are read; what cannot be fetched is when it is needed.
 */
import { cloudFamily } from './measureWord.ts'

export async function readingFonts(): Promise<void> {
  await document.fonts.load(`1em ${cloudFamily()}`, 'é').catch(() => [])
}

/** As its stylesheet names it. */
export const readingFamily = (): string => plain(cloudFamily().split(',')[0] ?? '')

const plain = (family: string): string => family.replaceAll(/["']/g, '').trim()
