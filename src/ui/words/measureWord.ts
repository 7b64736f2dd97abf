/** The extent of a word at a font size of 1 px, in px; ascent and descent are those of its own letters. */
export interface WordExtent {
  width: number
  ascent: number
  descent: number
}

const sample = 100
export const cloudWeight = 600

/** Words are of the texts: they stand in the font that texts are read in. */
export const cloudFamily = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--font-reading').trim() || 'Georgia, serif'

const fontOf = (size: number): string => `${cloudWeight} ${size}px ${cloudFamily()}`

/** Once the fonts for these words are there; without them they would be measured in another one. */
export async function wordMeasure(words: readonly string[]): Promise<(word: string) => WordExtent> {
  await document.fonts.load(fontOf(sample), words.join(' ')).catch(() => [])
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('this browser draws no canvas')
  context.font = fontOf(sample)
  return (word) => {
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(word)
    return {
      width: width / sample,
      ascent: actualBoundingBoxAscent / sample,
      descent: actualBoundingBoxDescent / sample,
    }
  }
}
