/** Widths of texts in the interface's font, at 1 px font size; kept, because titles are measured at every level of scale. */
const sample = 100
let context: CanvasRenderingContext2D | null = null
const widths = new Map<string, number>()

const family = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--font-ui').trim() || 'system-ui, sans-serif'

/** The `font` of a canvas for a size in px. */
export const canvasFont = (size: number, weight: number): string => `${weight} ${size}px ${family()}`

const readingFamily = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--font-reading').trim() || 'serif'

let reading = ''

/** The same for the font that texts are read in. */
export const readingFont = (size: number, weight: number): string => {
  reading ||= readingFamily()
  return `${weight} ${size}px ${reading}`
}

export const titleWeight = 550

export function measureText(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (!context) {
    context = document.createElement('canvas').getContext('2d')
    if (context) context.font = canvasFont(sample, titleWeight)
  }
  const width = (context?.measureText(text).width ?? 0) / sample
  if (widths.size > 50_000) widths.clear()
  widths.set(text, width)
  return width
}

/** When a font has come, all is measured anew. */
export function forgetWidths(): void {
  widths.clear()
  context = null
}
