/** PDFs for tests and benches, made by program: words at places, in one of the fonts that every reader knows. */

export interface PdfText {
  text: string
  /** In points from the lower left corner. */
  x: number
  y: number
  size?: number
  /** In degrees, against the clock. */
  angle?: number
}

export interface PdfPage {
  texts: readonly PdfText[]
  rotate?: 0 | 90 | 180 | 270
}

/** Letters of Windows-1252, and `ligatures` as one glyph each. */
export function pdfFile(pages: readonly PdfPage[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >> >>',
  ]
  for (const { texts, rotate = 0 } of pages) {
    const content = texts.map(shown).join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents ${objects.length + 2} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  let file = '%PDF-1.7\n'
  const places: number[] = []
  for (const [i, object] of objects.entries()) {
    places.push(file.length)
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  const xref = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Uint8Array.from(file, (unit) => unit.charCodeAt(0))
}

function shown({ text, x, y, size = 10, angle = 0 }: PdfText): string {
  const turn = (angle * Math.PI) / 180
  const matrix = [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y].map((part) => part.toFixed(4))
  const letters = text
    .replaceAll('ﬁ', '\u0001')
    .replaceAll('ﬂ', '\u0002')
    .replaceAll('•', '\u0095')
    .replace(/[\\()]/g, '\\$&')
  return `BT /F ${size} Tf ${matrix.join(' ')} Tm (${letters}) Tj ET`
}

/** Lines of text one below the other, from (x, y) on. */
export const pdfLines = (lines: readonly string[], x = 72, y = 760, { size = 10, leading = 12 } = {}): PdfText[] =>
  lines.map((text, i) => ({ text, x, y: y - i * leading, size }))
